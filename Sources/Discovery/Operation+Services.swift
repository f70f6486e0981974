internal import CDNSSD
internal import Glibc

/// Multicast only: no unicast DNS server needs to learn of a pairing.
private let domain = "local"

/// Avahi refuses every flag.
private let noFlags: DNSServiceFlags = 0

extension Operation {
  /// Offers `offer` on every interface; the reply has the name that it got.
  static func register(
    _ offer: Offer, port: UInt16, of service: Service, in room: Room?
  ) throws(DiscoveryError) -> Operation {
    let text = textRecord()
    let type = room.map { "\(service.type),_\($0.word)" } ?? service.type
    return unsafe try Operation { library, reference, context in
      unsafe library.register(
        reference, noFlags, UInt32(kDNSServiceInterfaceIndexAny), offer.name, type, domain,
        nil, port.bigEndian, UInt16(text.count), text,
        { _, _, code, name, _, _, context in
          let queue = unsafe ReplyQueue.at(context)
          guard code == kDNSServiceErr_NoError, let name = unsafe name else {
            return queue.put(.failed(code: code))
          }
          queue.put(.registered(unsafe Offer(name: String(cString: name))))
        }, context)
    }
  }

  /// Asks for offers on every interface.
  static func browse(for service: Service, in room: Room?) throws(DiscoveryError) -> Operation {
    // Avahi takes a subtype in another form here than when it registers one.
    let type = room.map { "_\($0.word)._sub.\(service.type)" } ?? service.type
    return unsafe try Operation { library, reference, context in
      unsafe library.browse(
        reference, noFlags, UInt32(kDNSServiceInterfaceIndexAny), type, domain,
        { _, flags, interface, code, name, _, _, context in
          let queue = unsafe ReplyQueue.at(context)
          guard code == kDNSServiceErr_NoError, let name = unsafe name else {
            return queue.put(.failed(code: code))
          }
          let offer = unsafe Offer(name: String(cString: name))
          let isThere = flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0
          queue.put(
            isThere ? .added(offer, interface: interface) : .removed(offer, interface: interface))
        }, context)
    }
  }

  /// Asks for the host and port behind an offer.
  static func resolve(
    _ offer: Offer, of service: Service, interface: UInt32
  ) throws(DiscoveryError) -> Operation {
    unsafe try Operation { library, reference, context in
      unsafe library.resolve(
        reference, noFlags, interface, offer.name, service.type, domain,
        { _, _, interface, code, _, host, port, _, _, context in
          let queue = unsafe ReplyQueue.at(context)
          guard code == kDNSServiceErr_NoError, let host = unsafe host else {
            return queue.put(.failed(code: code))
          }
          let name = unsafe String(cString: host)
          queue.put(
            .resolved(Target(host: name, port: UInt16(bigEndian: port), interface: interface)))
        }, context)
    }
  }

  /// Asks for a host's addresses, IPv4 (type A) or IPv6 (AAAA): Avahi's library has no call for
  /// both.
  static func addresses(of target: Target, type: Int) throws(DiscoveryError) -> Operation {
    unsafe try Operation { library, reference, context in
      unsafe library.queryRecord(
        reference, noFlags, target.interface, target.host, UInt16(type),
        UInt16(kDNSServiceClass_IN),
        { _, flags, interface, code, _, _, _, count, bytes, _, context in
          let queue = unsafe ReplyQueue.at(context)
          guard code == kDNSServiceErr_NoError, let bytes = unsafe bytes else {
            return queue.put(.failed(code: code))
          }
          guard flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0 else { return }
          let address = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
          queue.put(.address(address, interface: interface))
        }, context)
    }
  }
}

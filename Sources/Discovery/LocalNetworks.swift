internal import Glibc

/// The networks that this machine's interfaces are on.
struct LocalNetworks {
  /// An address of this machine, its mask, and the interface's index. 4 bytes are IPv4, 16 IPv6.
  struct Network {
    let interface: UInt32
    let address: [UInt8]
    let mask: [UInt8]
  }

  let networks: [Network]

  /// As they are now; none if the system does not say.
  static func current() -> LocalNetworks {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return LocalNetworks(networks: []) }
    defer { unsafe freeifaddrs(first) }
    var networks: [Network] = []
    var next = unsafe first
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ifa_next
      guard let address = unsafe bytes(entry.ifa_addr), let mask = unsafe bytes(entry.ifa_netmask),
        address.count == mask.count
      else { continue }
      let interface = unsafe if_nametoindex(entry.ifa_name)
      networks.append(Network(interface: interface, address: address, mask: mask))
    }
    return LocalNetworks(networks: networks)
  }

  /// Whether an address is that of a machine on this interface's link: no router is needed to get
  /// there, and it is neither loopback nor for several machines.
  func include(_ address: [UInt8], interface: UInt32) -> Bool {
    if address.count == 16 {
      if address[0] == 0xFF || address == LocalNetworks.loopback { return false }
      if isLinkLocal(address) { return true }
    } else if address.count != 4 || address[0] == 127 || address[0] >= 224 {
      return false
    }
    return networks.contains { network in
      network.interface == interface && network.holds(address)
    }
  }

  private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

  /// The address of an AF_INET or AF_INET6 socket address, in network order.
  private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address = unsafe address else { return nil }
    let raw = UnsafeRawPointer(address)
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
      let address = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      return unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    case AF_INET6:
      let address = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      return unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    default: return nil
    }
  }
}

extension LocalNetworks.Network {
  /// Whether a machine of this network may have the address: the last one of an IPv4 network is for
  /// all of them.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    guard other.count == address.count else { return false }
    let isInside = mask.indices.allSatisfy { other[$0] & mask[$0] == address[$0] & mask[$0] }
    let isLast = mask.indices.allSatisfy { other[$0] | mask[$0] == 0xFF }
    return isInside && (other.count == 16 || !isLast || other == address)
  }
}

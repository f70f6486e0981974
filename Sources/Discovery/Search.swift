internal import CDNSSD
internal import Glibc

/// A search for the other end by DNS-SD (RFC 6763) through Avahi's `dns_sd.h`, which offers this
/// end meanwhile. Both end with the value.
///
/// Created, stepped and dropped by one thread. To end a search, stop calling `step`. Whatever else
/// Avahi publishes with the offer, such as the host's own name, is Avahi's business.
package struct Search: ~Copyable {
  /// Keeps Avahi's library from printing its advice. This sets an environment variable, so it must
  /// be called before other threads read the environment.
  package static func silenceWarnings() { unsafe setenv("AVAHI_COMPAT_NOWARN", "1", 1) }

  private let service: Service
  private var offers: OfferBook
  private let operations: [Operation]

  /// Starts to search, for all offers or for those that are wanted, and to offer if there is
  /// something to offer; only in the room if there is one.
  package init(
    for service: Service, offering advertisement: Advertisement?, in room: Room? = nil,
    wanting isWanted: @escaping (Offer) -> Bool = { _ in true }
  ) throws(DiscoveryError) {
    self.service = service
    var operations = [try Operation.browse(for: service, in: room)]
    if let advertisement {
      operations.append(
        try Operation.register(
          advertisement.offer, port: advertisement.port, of: service, in: room))
    }
    self.operations = operations
    offers = OfferBook(own: advertisement == nil ? .none : .pending, isWanted: isWanted)
  }

  /// Waits until there is news, the time is over, or a signal comes; the result may be empty.
  package mutating func step(timeoutMilliseconds: Int) throws(DiscoveryError) -> [Event] {
    wait(for: operations, milliseconds: timeoutMilliseconds)
    for reply in operations.flatMap({ $0.takeReplies() }) { try take(reply) }
    return offers.changes()
  }

  private mutating func take(_ reply: Reply) throws(DiscoveryError) {
    switch reply {
    case .registered(let offer): offers.register(offer)
    case .added(let offer, let interface): offers.add(offer, interface: interface)
    case .removed(let offer, let interface): offers.remove(offer, interface: interface)
    case .failed(let code): throw DaemonStatus.now().errorWhileWaiting(code: code)
    case .resolved, .address: break
    }
  }

  /// The addresses of an offer that has appeared, the best one first; never empty.
  package func resolve(_ offer: Offer) throws(DiscoveryError) -> [OfferAddress] {
    var resolution = resolution(of: offer)
    while !resolution.isOver { resolution.step(milliseconds: 100) }
    guard !resolution.addresses.isEmpty else { throw unresolved(offer) }
    return resolution.addresses
  }

  /// Begins to look up the addresses of an offer that has appeared.
  package func resolution(of offer: Offer) -> Resolution {
    Resolution(offer, of: service, interfaces: offers.interfaces(of: offer))
  }

  private func unresolved(_ offer: Offer) -> DiscoveryError {
    let diagnosis = DaemonStatus.now()
    guard diagnosis.isBusRunning else { return .noBus }
    return diagnosis.isAvahiRunning ? .unresolved(offer) : .avahiLost
  }
}

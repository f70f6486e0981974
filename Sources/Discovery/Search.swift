internal import CDNSSD
internal import Glibc

/// Looks for the other end by DNS-SD (RFC 6763) through Avahi's `dns_sd.h`, and offers this one
/// meanwhile. Both end with the value.
///
/// Made, stepped and dropped by one thread. Ending a search is not calling `step` any more. What
/// Avahi publishes beside the offer's name, the host's own name among it, is Avahi's business.
package struct Search: ~Copyable {
  private var offers: OfferBook
  private let operations: [Operation]

  /// Starts to look, and to offer if there is something to offer.
  ///
  /// Sets AVAHI_COMPAT_NOWARN in the environment, so the first is made before there are threads
  /// that read it.
  package init(offering advertisement: Advertisement?) throws(DiscoveryError) {
    unsafe setenv("AVAHI_COMPAT_NOWARN", "1", 1)
    var operations = [try Operation.browse()]
    if let advertisement {
      operations.append(
        try Operation.register(advertisement.offer, port: advertisement.port))
    }
    self.operations = operations
    offers = OfferBook(own: advertisement == nil ? .none : .pending)
  }

  /// Waits for news until there is some, the time is over, or a signal comes; nothing is an answer
  /// too.
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
    case .failed(let code): throw Diagnosis.now().errorWhileWaiting(code: code)
    case .resolved, .address: break
    }
  }

  /// The addresses of an offer that has appeared, the one to try first first; never none.
  ///
  /// Takes until a third of a second has brought no further one, at most `timeoutMilliseconds`.
  package func resolve(
    _ offer: Offer, timeoutMilliseconds: Int = 5000
  ) throws(DiscoveryError) -> [Endpoint] {
    var resolution = Resolution(offer, interfaces: offers.interfaces(of: offer))
    let start = ContinuousClock.now
    var lastNews = start
    while !resolution.isOver, ContinuousClock.now - start < .milliseconds(timeoutMilliseconds) {
      if resolution.step(milliseconds: 100) { lastNews = .now }
      let isQuiet = ContinuousClock.now - lastNews > .milliseconds(300)
      if isQuiet, !resolution.endpoints.isEmpty { break }
    }
    guard !resolution.endpoints.isEmpty else { throw unresolved(offer) }
    return resolution.endpoints.sorted()
  }

  private func unresolved(_ offer: Offer) -> DiscoveryError {
    let diagnosis = Diagnosis.now()
    guard diagnosis.isBusRunning else { return .noBus }
    return diagnosis.isAvahiRunning ? .unresolved(offer) : .avahiLost
  }
}

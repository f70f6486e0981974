internal import Discovery
internal import Glibc
internal import Link
internal import Synchronization

/// The search for the other end on the local network, on one thread: `dns_sd.h` blocks, and wants
/// that.
final class LinkSearch: Sendable {
  private static let stepMilliseconds = 500
  /// The pauses between calls to an end that does not answer.
  private static let firstPause: Duration = .seconds(1)
  private static let longestPause: Duration = .seconds(30)

  private let conversation: Conversation
  private let own: Advertisement
  private let isStopped = Atomic(false)

  init(conversation: Conversation, own: Advertisement) {
    self.conversation = conversation
    self.own = own
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Passes on where the other end is each time that it should be called, until `stop`. Throws if
  /// the search cannot begin; if it ends later, it begins again.
  func run(_ found: (_ endpoints: [Endpoint]) -> Void) throws(ExchangeError) {
    var hasBegun = false
    while !isStopped.load(ordering: .relaxed) {
      do throws(DiscoveryError) {
        var search = try Search(for: .exchange, offering: own)
        hasBegun = true
        try look(&search, found)
      } catch {
        if !hasBegun { throw .discovery(error) }
        conversation.screen.show(.unreached(.discovery(error)))
        usleep(1_000_000)
      }
    }
  }

  private func look(
    _ search: inout Search, _ found: (_ endpoints: [Endpoint]) -> Void
  ) throws(DiscoveryError) {
    var peers: Set<Offer> = []
    var pause = LinkSearch.firstPause
    var nextCall = ContinuousClock.now
    while !isStopped.load(ordering: .relaxed) {
      for event in try search.step(timeoutMilliseconds: LinkSearch.stepMilliseconds) {
        switch event {
        case .appeared(let offer) where isToBeCalled(offer):
          peers.insert(offer)
          (pause, nextCall) = (LinkSearch.firstPause, .now)
        case .vanished(let offer): peers.remove(offer)
        case .appeared, .registered: break
        }
      }
      if conversation.isLive {
        pause = LinkSearch.firstPause
        nextCall = .now + pause
      }
      guard !peers.isEmpty, .now >= nextCall else { continue }
      for peer in peers.sorted() {
        guard let addresses = try? search.resolve(peer) else { continue }
        found(addresses.map { Endpoint(host: $0.host, port: Int($0.port)) })
      }
      nextCall = .now + pause
      pause = min(pause * 2, LinkSearch.longestPause)
    }
  }

  /// Whether an offer is of the other end, and this one is to call.
  private func isToBeCalled(_ offer: Offer) -> Bool {
    guard let keys = try? conversation.linkKeys(), LinkOffer.isKnown(offer, to: keys) else {
      return false
    }
    return !own.offer.listens(with: offer)
  }
}

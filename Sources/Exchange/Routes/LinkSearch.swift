internal import Discovery
internal import Glibc
internal import Link
internal import Synchronization

/// The search for the other end on the local network, on one thread: `dns_sd.h` blocks, and wants
/// that.
final class LinkSearch: Sendable {
  /// An offer to call now. Once the call is over, pass it to `LinkSearch.end`.
  struct Call: Sendable {
    let offer: Offer
    let endpoints: [Endpoint]
    let start: ContinuousClock.Instant
  }

  private static let stepMilliseconds = 500
  private static let resolvingMilliseconds = 50
  /// The most offers whose addresses are looked up at once: each takes several connections to D-Bus.
  private static let mostResolutions = 8

  private let conversation: Conversation
  private let own: Advertisement
  private let isStopped = Atomic(false)
  private let schedule = Mutex(CallSchedule())

  init(conversation: Conversation, own: Advertisement) {
    self.conversation = conversation
    self.own = own
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// A call that was asked for is over, and so is its session, if one began.
  func end(_ call: Call) {
    let now = ContinuousClock.now
    schedule.withLock { $0.end(call.offer, after: now - call.start, at: now) }
  }

  /// Asks for calls until `stop`. Throws if the search cannot begin; if it ends later, it begins
  /// again.
  func run(_ call: (Call) -> Void) throws(ExchangeError) {
    var hasBegun = false
    while !isStopped.load(ordering: .relaxed) {
      do throws(DiscoveryError) {
        var search = try Search(for: .exchange, offering: own, wanting: isToBeCalled)
        hasBegun = true
        try look(&search, call)
      } catch {
        if !hasBegun { throw .discovery(error) }
        conversation.screen.show(.unreached(.discovery(error)))
        usleep(1_000_000)
      }
    }
  }

  private func look(_ search: inout Search, _ call: (Call) -> Void) throws(DiscoveryError) {
    var resolutions: [(call: Call, resolution: Resolution)] = []
    // Those that were not called yet may be called later.
    defer { for one in resolutions { end(one.call) } }
    while !isStopped.load(ordering: .relaxed) {
      let pause =
        resolutions.isEmpty ? LinkSearch.stepMilliseconds : LinkSearch.resolvingMilliseconds
      note(try search.step(timeoutMilliseconds: pause))
      while !conversation.isLive, resolutions.count < LinkSearch.mostResolutions,
        let offer = schedule.withLock({ $0.begin(at: .now) })
      {
        resolutions.append(
          (Call(offer: offer, endpoints: [], start: .now), search.resolution(of: offer)))
      }
      for index in resolutions.indices.reversed() {
        resolutions[index].resolution.step(milliseconds: 0)
        guard resolutions[index].resolution.isOver else { continue }
        let (asked, resolution) = resolutions.remove(at: index)
        let endpoints = resolution.addresses.map { Endpoint(host: $0.host, port: Int($0.port)) }
        if endpoints.isEmpty {
          end(asked)
        } else {
          call(Call(offer: asked.offer, endpoints: endpoints, start: asked.start))
        }
      }
    }
  }

  private func note(_ events: [Search.Event]) {
    schedule.withLock { schedule in
      for event in events {
        switch event {
        case .appeared(let offer): schedule.appear(offer, at: .now)
        case .vanished(let offer): schedule.vanish(offer)
        case .registered: break
        }
      }
    }
  }

  /// Whether an offer is of the other end, and this one is to call.
  private func isToBeCalled(_ offer: Offer) -> Bool {
    guard let keys = try? conversation.linkKeys(), LinkOffer.key(of: offer, among: keys) != nil
    else { return false }
    return !own.offer.listens(with: offer)
  }
}

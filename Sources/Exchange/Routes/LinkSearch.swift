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
  /// How long to find nobody before telling the person.
  private static let nobodyFoundTime: Duration = .seconds(15)
  /// The most offers whose addresses are looked up at once: each takes several connections to D-Bus.
  private static let mostResolutions = 8

  private let conversation: Conversation
  private let port: UInt16
  private let own: Mutex<Offer>
  private let isStopped = Atomic(false)
  private let schedule = Mutex(CallSchedule())
  private let start = ContinuousClock.now
  /// The other end was there once, or the person knows that it is not found.
  private let isSettled = Atomic(false)

  /// - Parameters:
  ///   - own: the name under which to offer this end.
  ///   - port: where this end listens.
  init(conversation: Conversation, own: Offer, port: UInt16) {
    self.conversation = conversation
    self.own = Mutex(own)
    self.port = port
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
        let own = self.own.withLock { $0 }
        var search = try Search(
          for: .exchange, offering: Advertisement(own, port: port),
          wanting: { self.isToBeCalled($0, by: own) })
        hasBegun = true
        try look(&search, call)
      } catch {
        if !hasBegun { throw .discovery(error) }
        if !conversation.isLive { conversation.screen.show(.unreached(.discovery(error))) }
        usleep(1_000_000)
        // Somebody may have claimed the name.
        if let fresh = try? conversation.newOffer() { own.withLock { $0 = fresh } }
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
      tellIfNobodyFound()
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

  /// A search that finds nobody looks the same as one that nobody answers, or that somebody on the
  /// network prevents.
  private func tellIfNobodyFound() {
    if isSettled.load(ordering: .relaxed) { return }
    let hasMet = conversation.hasMet
    guard hasMet || .now - start >= LinkSearch.nobodyFoundTime else { return }
    isSettled.store(true, ordering: .relaxed)
    if !hasMet { conversation.screen.show(.unreached(.notFound)) }
  }

  private func note(_ events: [Search.Event]) {
    for event in events {
      switch event {
      case .appeared(let offer):
        schedule.withLock { $0.appear(offer, at: .now) }
        conversation.screen.show(.step(.appeared(offer)))
      case .vanished(let offer):
        schedule.withLock { $0.vanish(offer) }
        conversation.screen.show(.step(.vanished(offer)))
      case .registered(let offer): conversation.screen.show(.step(.offered(offer)))
      }
    }
  }

  /// Whether an offer is of the other end, and this one is to call. Names are compared as they were
  /// made: neither end knows for certain what became of the other's.
  private func isToBeCalled(_ offer: Offer, by own: Offer) -> Bool {
    guard let keys = try? conversation.linkKeys() else { return false }
    let isOfOther = LinkOffer.key(of: offer, among: keys) != nil
    return isOfOther && !own.listens(with: LinkOffer.asMade(offer))
  }
}

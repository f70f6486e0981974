internal import Discovery
internal import Link
internal import System

/// The search for the other end, on one thread from its beginning to its end: `dns_sd.h` blocks,
/// and wants that.
struct MeetingSearch: Sendable {
  enum Outcome: Sendable {
    /// A session began, listening ended, or the wait is over: there is nothing left to look for.
    /// With the call to another end, if one is being made.
    case over(OutgoingCall?)
    /// The call to another end came to nothing, and no other end will do.
    case failed(PairingError)
    /// There are several, and nobody can choose.
    case nobodyChosen
  }

  /// How long to see nothing new before the offers count as complete.
  private static let settling: Duration = .milliseconds(1000)
  private static let stepMilliseconds = 100
  /// How long to see nobody before telling the person.
  private static let loneliness: Duration = .seconds(10)
  /// How long to wait for somebody who should call before looking for others, too. Who calls later
  /// still gets through.
  private static let courtesy: Duration = .seconds(20)
  /// How often to ask for the addresses of an offer that is not insisted on.
  static let tries = 3

  let port: Int
  let offer: String?
  let patience: Duration
  let screen: any MeetingScreen
  let random: any Randomness
  let status: MeetingStatus
  /// Begins a call to another end.
  let call: @Sendable (Offer, [Endpoint]) -> OutgoingCall

  func run() async -> Result<Outcome, PairingError> {
    await BlockingTask { () throws(PairingError) in try look() }.result()
  }

  private func look() throws(PairingError) -> Outcome {
    do throws(DiscoveryError) { return try search() } catch {
      throw .discovery(error)
    }
  }

  /// While it calls an end, this end stays on offer, and its listener listens.
  private func search() throws(DiscoveryError) -> Outcome {
    let bytes = random.bytes(4)
    let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    var search = try Search(offering: Advertisement(port: UInt16(port), random: number))
    screen.follow(.looking)
    var view = MeetingView(wanted: offer)
    var called: OutgoingCall?
    let start = ContinuousClock.now
    var (lastNews, isTold) = (start, false)
    while !status.isBusy, ContinuousClock.now - start < patience {
      let events: [Search.Event]
      do throws(DiscoveryError) {
        events = try search.step(timeoutMilliseconds: MeetingSearch.stepMilliseconds)
      } catch {
        if status.callGotThrough { break }
        called?.task.cancel()
        throw error
      }
      for event in events {
        tell(event)
        view.take(event)
      }
      if !events.isEmpty { lastNews = .now }
      if let settled = view.settled, offer == nil, .now - settled.since >= MeetingSearch.courtesy {
        leave(settled.offer, &view)
      }
      if let other = called?.offer, let failure = called?.failure {
        guard failure.isOfAnOffer else { return .failed(failure) }
        called = nil
        leave(other, &view)
      }
      if !isTold, view.candidates.isEmpty, .now - lastNews >= MeetingSearch.loneliness {
        screen.follow(view.own == nil ? .notOffered : .nobodyYet)
        isTold = true
      }
      guard ContinuousClock.now - lastNews >= MeetingSearch.settling, called == nil,
        let own = view.own, let choice = choose(view)
      else { continue }
      guard case .success(let other) = choice else { return .nobodyChosen }
      screen.met(other.displayName, weWait: own.listens(with: other))
      if own.listens(with: other) {
        view.settled = (other, .now)
      } else if let endpoints = try resolve(other, search, until: start + patience) {
        called = call(other, endpoints)
        // Nobody else will do: there is nothing to listen for.
        if offer != nil, status.callGetsThrough() { break }
      } else if !status.isBusy {
        leave(other, &view)
      }
    }
    return .over(called)
  }

  private func leave(_ other: Offer, _ view: inout MeetingView) {
    view.setAside(other)
    screen.follow(.setAside(other.displayName))
  }

  /// Retries if no answer comes: Avahi is silent for a while after addresses change. Returns nil if
  /// somebody came meanwhile, or if no answer comes at all and the offer is not insisted on.
  private func resolve(
    _ other: Offer, _ search: borrowing Search, until end: ContinuousClock.Instant
  ) throws(DiscoveryError) -> [Endpoint]? {
    var tries = 0
    while !status.isBusy, offer != nil || tries < MeetingSearch.tries {
      tries += 1
      screen.follow(.resolving(other.displayName))
      do throws(DiscoveryError) {
        let found = try search.resolve(other).map { Endpoint(host: $0.host, port: Int($0.port)) }
        screen.follow(.resolved(found))
        return found
      } catch {
        guard case .unresolved = error, .now < end else { throw error }
      }
    }
    return nil
  }

  private func tell(_ event: Search.Event) {
    switch event {
    case .registered(let own): screen.offering(own.displayName)
    case .appeared(let other): screen.follow(.appeared(other.displayName))
    case .vanished(let other): screen.follow(.vanished(other.displayName))
    }
  }

  /// The offer to pair with; nil if there is none, or it is settled already.
  private func choose(_ view: MeetingView) -> Result<Offer, PairingError>? {
    guard view.settled == nil, let first = view.candidates.first else { return nil }
    if view.candidates.count == 1 { return .success(first) }
    switch screen.choose(among: view.candidates.map(\.displayName), while: { !status.isBusy }) {
    case .offer(let index): return .success(view.candidates[index])
    case .none: return nil
    case .inputEnded: return .failure(.noChoice)
    }
  }
}

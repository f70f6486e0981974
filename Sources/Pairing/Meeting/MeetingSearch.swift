internal import Discovery
internal import Link
internal import System

/// The search for the other end, on one thread from its beginning to its end: `dns_sd.h` blocks,
/// and wants that.
struct MeetingSearch: Sendable {
  enum Outcome: Sendable {
    /// A session began, listening ended, or the wait is over: there is nothing left to look for.
    case somebodyCame
    case join([Endpoint])
    /// There are several, and nobody can choose.
    case nobodyChosen
  }

  /// How long to see nothing new before the offers count as complete.
  private static let settling: Duration = .milliseconds(1000)
  private static let stepMilliseconds = 100
  /// How long to see nobody before telling the person.
  private static let loneliness: Duration = .seconds(10)

  let port: Int
  let offer: String?
  let patience: Duration
  let screen: any MeetingScreen
  let random: any Randomness
  let status: ListenerStatus

  func run() async -> Result<Outcome, PairingError> {
    await BlockingTask { () throws(PairingError) in try look() }.result()
  }

  private func look() throws(PairingError) -> Outcome {
    do throws(DiscoveryError) { return try search() } catch { throw .discovery(error) }
  }

  private func search() throws(DiscoveryError) -> Outcome {
    let bytes = random.bytes(4)
    let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    var search = try Search(offering: Advertisement(port: UInt16(port), random: number))
    screen.follow(.looking)
    var view = MeetingView(wanted: offer)
    let start = ContinuousClock.now
    var (lastNews, isTold) = (start, false)
    while !status.isBusy, ContinuousClock.now - start < patience {
      let events = try search.step(timeoutMilliseconds: MeetingSearch.stepMilliseconds)
      for event in events {
        tell(event)
        view.take(event)
      }
      if !events.isEmpty { lastNews = .now }
      if !isTold, view.candidates.isEmpty, .now - lastNews >= MeetingSearch.loneliness {
        screen.follow(view.own == nil ? .notOffered : .nobodyYet)
        isTold = true
      }
      guard ContinuousClock.now - lastNews >= MeetingSearch.settling, let own = view.own,
        let choice = choose(view)
      else { continue }
      guard case .success(let other) = choice else { return .nobodyChosen }
      screen.met(other.displayName, weWait: own.listens(with: other))
      if own.listens(with: other) {
        view.settled = other
      } else if let endpoints = try resolve(other, search, until: start + patience) {
        return .join(endpoints)
      }
    }
    return .somebodyCame
  }

  /// Retries if no answer comes: Avahi is silent for a while after addresses change. Returns nil if
  /// somebody came meanwhile.
  private func resolve(
    _ other: Offer, _ search: borrowing Search, until end: ContinuousClock.Instant
  ) throws(DiscoveryError) -> [Endpoint]? {
    while !status.isBusy {
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

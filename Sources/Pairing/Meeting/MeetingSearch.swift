internal import Discovery
internal import Link
internal import System

/// The search for the other end, on one thread from its beginning to its end: `dns_sd.h` blocks,
/// and wants that.
struct MeetingSearch: Sendable {
  /// How long to see nothing new before the offers count as complete.
  private static let settling: Duration = .milliseconds(1000)
  /// The same if there is always something new.
  private static let longestSettling: Duration = .seconds(10)
  private static let stepMilliseconds = 100
  /// How long to see nobody before telling the person.
  private static let nobodyFoundTime: Duration = .seconds(10)
  /// How many times to ask for the addresses of an offer that is not insisted on.
  static let tries = 3

  let advertisement: Advertisement
  /// Where to search; nil for the whole network.
  let room: Room?
  /// The one offer to pair with; nil for any.
  let wanted: Offer?
  /// Why the last attempt failed; nil if this is the first search.
  let lastFailure: PairingError?
  let patience: Duration
  let screen: any MeetingScreen
  let status: MeetingStatus
  /// How many callers this end had served when the search began.
  let servedCount: Int
  /// Begins the call with this number to another end.
  let call: @Sendable (Int, _ own: Offer, _ other: Offer, [Endpoint]) -> OutgoingCall

  /// Whether there is nothing left to look for: a session is under way, or was, or cannot begin.
  private var isOver: Bool { status.isBusy || status.servedCount > servedCount }

  /// Returns once there is nothing left to look for: a session began, listening ended, or the wait
  /// is over. Returns this end's own call if that is the session.
  func run() async throws(PairingError) -> OutgoingCall? {
    try await BlockingTask { () throws(PairingError) in try look() }.value()
  }

  private func look() throws(PairingError) -> OutgoingCall? {
    var called: OutgoingCall?
    var failure: PairingError?
    do throws(PairingError) { try search(&called) } catch { failure = error }
    if status.dropCall() { return called }
    called?.task.cancel()
    // A session with somebody who called here goes on without the search.
    if let failure, !isOver { throw failure }
    return nil
  }

  private func search(_ called: inout OutgoingCall?) throws(PairingError) {
    var search: Search
    do throws(DiscoveryError) {
      search = try Search(for: .pairing, offering: advertisement, in: room) { [wanted] in
        wanted == nil || wanted == $0
      }
    } catch { throw .discovery(error) }
    screen.follow(.looking)
    var view = MeetingView(wanted: wanted, alwaysAsks: lastFailure != nil)
    guard status.admit(view.admission) else { return }
    let start = ContinuousClock.now
    var (lastNews, isTold) = (start, false)
    var refusal: PairingError?
    while !isOver, ContinuousClock.now - start < patience {
      if try take(&view, &search) { lastNews = .now }
      if isOver { return }
      if let choice = view.choice, choice.isOverdue { leave(choice.offer, &view) }
      if let other = called?.offer, let failure = status.callFailure {
        called = nil
        refusal = try after(failure, of: other, &view) ?? refusal
      }
      if !isTold, view.candidates.isEmpty, .now - lastNews >= MeetingSearch.nobodyFoundTime {
        screen.follow(view.own == nil ? .notOffered : .nobodyYet)
        isTold = true
      }
      let isSettled =
        .now - lastNews >= MeetingSearch.settling
        || .now - start >= MeetingSearch.longestSettling
      guard isSettled, let own = view.own else { continue }
      view.rememberCandidates()
      // What was the only offer is one of several now.
      if view.asks, view.choice?.isPersons == false, !giveUp(&called, &view) { return }
      guard let other = try choose(view) else { continue }
      if view.choice != nil, !giveUp(&called, &view) { return }
      let choice = view.choose(other)
      guard status.admit(view.admission) else { return }
      tell(choice, isSeen: view.candidates.contains(other))
      if choice.isAwaited { continue }
      if let endpoints = try resolve(other, search, until: start + patience) {
        let number = status.beginCall()
        // Nobody else will do: there is nothing to listen for.
        if wanted != nil, !status.getThrough(call: number) { return }
        called = call(number, own, other, endpoints)
      } else if !isOver {
        leave(other, &view)
      }
    }
    // That an end answered and was left says more than that nobody came.
    if !isOver { throw refusal ?? lastFailure ?? .link(.noAnswer(reason: nil)) }
  }

  /// Takes in what has changed; returns whether there is something new.
  private func take(
    _ view: inout MeetingView, _ search: inout Search
  ) throws(PairingError) -> Bool {
    let events: [Search.Event]
    do throws(DiscoveryError) {
      events = try search.step(timeoutMilliseconds: MeetingSearch.stepMilliseconds)
    } catch { throw .discovery(error) }
    for event in events {
      tell(event)
      view.take(event)
    }
    if let own = view.own { status.offers(own) }
    // Nobody knows whether a caller whose offer was not seen is in the room.
    let isNews = room == nil && view.take(status.callers)
    return isNews || !events.isEmpty
  }

  /// Drops the choice, and the call if there is one. Returns false if that is the session.
  private func giveUp(_ called: inout OutgoingCall?, _ view: inout MeetingView) -> Bool {
    if status.dropCall() { return false }
    called?.task.cancel()
    called = nil
    view.dropChoice()
    _ = status.admit(view.admission)
    return true
  }

  /// Goes on after a call that came to nothing. Returns why, if that is the other end's doing: then
  /// its offer is set aside.
  private func after(
    _ failure: PairingError, of other: Offer, _ view: inout MeetingView
  ) throws(PairingError) -> PairingError? {
    switch failure {
    case .vault, .system: throw failure
    default:
      leave(other, &view)
      return failure
    }
  }

  private func leave(_ other: Offer, _ view: inout MeetingView) {
    view.leave(other)
    _ = status.admit(view.admission)
    screen.follow(.setAside(other.displayName))
  }

  /// Retries if no answer comes: Avahi is silent for a while after addresses change. Returns nil if
  /// somebody came meanwhile, or if no answer comes at all and the offer is not insisted on.
  private func resolve(
    _ other: Offer, _ search: borrowing Search, until end: ContinuousClock.Instant
  ) throws(PairingError) -> [Endpoint]? {
    var tries = 0
    while !isOver, wanted != nil || tries < MeetingSearch.tries {
      tries += 1
      screen.follow(.resolving(other.displayName))
      do throws(DiscoveryError) {
        let found = try search.resolve(other).map { Endpoint(host: $0.host, port: Int($0.port)) }
        screen.follow(.resolved(found))
        return found
      } catch {
        guard case .unresolved = error, .now < end else { throw .discovery(error) }
      }
    }
    return nil
  }

  private func tell(_ choice: MeetingView.Choice, isSeen: Bool) {
    let name = choice.offer.displayName
    if isSeen {
      screen.met(name, weWait: choice.isAwaited)
    } else {
      screen.follow(.lookingFor(name))
    }
  }

  private func tell(_ event: Search.Event) {
    switch event {
    case .registered(let own): screen.offering(own.displayName)
    case .appeared(let other): screen.follow(.appeared(other.displayName))
    case .vanished(let other): screen.follow(.vanished(other.displayName))
    }
  }

  /// Another offer to pair with; nil if there is none, or if it has already been chosen.
  private func choose(_ view: MeetingView) throws(PairingError) -> Offer? {
    let candidates = view.candidates
    if !view.asks { return view.choice == nil ? candidates.first : nil }
    switch screen.choose(among: candidates.map(\.displayName)) {
    case .offer(let index): return candidates[index] == view.choice?.offer ? nil : candidates[index]
    case .name(let name):
      let named = Offer(name: name)
      return named == view.choice?.offer ? nil : named
    case .none: return nil
    case .cancelled: throw .link(.cancelled)
    // The chosen end may still call.
    case .inputEnded where view.choice != nil || candidates.isEmpty: return nil
    case .inputEnded: throw lastFailure ?? .noChoice
    }
  }
}

internal import Discovery

/// Who is there, as far as the search has seen.
struct MeetingView {
  /// The offer that this end pairs with.
  struct Choice {
    let offer: Offer
    /// Whether the person chose it; if not, it was the only one.
    let isPersons: Bool
    /// Whether the other end should call; if not, this end calls it.
    let isAwaited: Bool
    private let start = ContinuousClock.now

    init(offer: Offer, isPersons: Bool, isAwaited: Bool) {
      self.offer = offer
      self.isPersons = isPersons
      self.isAwaited = isAwaited
    }

    /// How long to wait for somebody who should call before looking for others, too. Who calls
    /// later still gets through. A person who chose looks at the other screen, and decides.
    private static let courtesy: Duration = .seconds(20)

    var isOverdue: Bool { isAwaited && !isPersons && .now - start >= Choice.courtesy }
  }

  /// The one name to pair with; nil for any.
  let wanted: Offer?
  /// Whether to ask the person even if there is only one: after a failed attempt, the
  /// program does not try again without asking.
  let alwaysAsks: Bool
  private(set) var own: Offer?
  private(set) var choice: Choice?
  private var offers: [Offer] = []
  private var callers: [Caller] = []
  /// All that were there when nothing had changed for a while, but for those that nobody answers
  /// for: an offer that has just ended is seen for a moment.
  private var seen: Set<Offer> = []
  private var setAside: Set<Offer> = []

  init(wanted: Offer?, alwaysAsks: Bool) {
    self.wanted = wanted
    self.alwaysAsks = alwaysAsks
  }

  /// Offers in the order in which they appeared, then callers whose offers were not seen.
  var candidates: [Offer] {
    callers.reduce(into: offers) { if !$0.contains($1.offer) { $0.append($1.offer) } }
  }

  /// Once several have been seen, the person compares names before anything counts.
  var asks: Bool { wanted == nil && (alwaysAsks || seen.count > 1) }

  /// Whom to let in.
  var admission: AdmissionControl.Policy {
    if let wanted { return .chosen(wanted) }
    guard let choice else { return .undecided }
    return choice.isPersons ? .chosen(choice.offer) : .only(choice.offer)
  }

  mutating func take(_ event: Search.Event) {
    switch event {
    case .registered(let offer): own = offer
    case .appeared(let offer):
      if setAside.contains(offer) || !isWanted(offer) { return }
      offers.append(offer)
    case .vanished(let offer): remove(offer)
    }
  }

  /// Returns whether there are new ones.
  mutating func take(_ calling: [Caller]) -> Bool {
    let before = Set(callers)
    callers = calling.filter { isWanted($0.offer) }
    return !before.isSuperset(of: callers)
  }

  /// Nothing has changed for a while.
  mutating func rememberCandidates() { seen.formUnion(candidates) }

  /// Makes a choice, and returns it.
  mutating func choose(_ offer: Offer) -> Choice {
    let calls = callers.contains { $0.offer == offer }
    let made = Choice(
      offer: offer, isPersons: asks, isAwaited: calls || own?.listens(with: offer) == true)
    choice = made
    return made
  }

  mutating func dropChoice() { choice = nil }

  /// Nobody answers for this offer. Unless a person chose it, who may choose it again, it is a
  /// candidate only if it calls from now on.
  mutating func leave(_ offer: Offer) {
    if choice?.offer == offer, choice?.isPersons == true { return dropChoice() }
    setAside.insert(offer)
    seen.remove(offer)
    remove(offer)
    if choice?.offer == offer { choice = nil }
  }

  private func isWanted(_ offer: Offer) -> Bool { wanted == nil || wanted == offer }

  private mutating func remove(_ offer: Offer) {
    offers.removeAll { $0 == offer }
    // A call to it ends by itself.
    if choice?.offer == offer, choice?.isAwaited == true { choice = nil }
  }
}

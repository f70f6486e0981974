internal import Discovery

/// Whom the listener lets in, and who waits for that.
struct AdmissionControl {
  enum Policy {
    /// There is no search, and nobody to ask.
    case anybody
    /// Callers wait until the search knows.
    case undecided
    /// The only one that was seen: another caller makes it a question.
    case only(Offer)
    /// The person's choice.
    case chosen(Offer)
  }

  var policy: Policy
  /// The name under which this end is on offer.
  var own: Offer?
  private var waiting: [Caller] = []

  init(_ policy: Policy) { self.policy = policy }

  /// Those that wait, and may call.
  var callers: [Caller] { waiting.filter(mayCall) }

  var isSearching: Bool { if case .anybody = policy { false } else { true } }

  mutating func add(_ caller: Caller) { waiting.append(caller) }

  mutating func remove(_ caller: Caller) {
    if let index = waiting.firstIndex(of: caller) { waiting.remove(at: index) }
  }

  /// Nil if that has to be decided.
  func admits(_ caller: Caller) -> Bool? {
    if !mayCall(caller) { return false }
    switch policy {
    case .anybody: return true
    case .undecided: return nil
    case .only(let offer): return offer == caller.offer ? true : nil
    case .chosen(let offer): return offer == caller.offer
    }
  }

  /// After a session, nobody is let in until the next search has decided.
  mutating func decideAnew() { if isSearching { policy = .undecided } }

  /// An end whose name sorts lower should listen: if it calls, it was led astray.
  private func mayCall(_ caller: Caller) -> Bool {
    guard caller.isNamed, let own else { return true }
    return own.listens(with: caller.offer)
  }
}

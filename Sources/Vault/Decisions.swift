// Invariant 1, with several pads of one person: what shows of one that the vault went back in time
// shows it of all, and a pad that is away, damaged or not reached before the power fails would be
// left out. So what concerns several pads is decided first, durably, in one place; whoever opens or
// reads one of them finds it there (vault.md, "Time travel and twins").
internal import Pad

/// Everything that was ever decided for several pads at once, in order. A pad follows what was
/// decided after it last did, or was made: so one that was away for long catches up.
struct Decisions: Equatable {
  struct Decision: Equatable {
    enum Kind: Equatable {
      /// Pads of the contact that had followed nothing from the number `before` on send no more.
      case closing(SendingClosure, before: Int)
      case renaming(to: String)
    }

    /// Greater than that of the decision before.
    let number: Int
    /// The name that the contact had then.
    let contact: String
    let kind: Kind
  }

  private(set) var list: [Decision] = []
  /// The generations outside that were heard, by the pads against which they spoke: only a greater
  /// one is news.
  private(set) var heard: [PadID: UInt64] = [:]

  /// The number of the last one; 0 where there is none.
  var last: Int { list.last?.number ?? 0 }

  /// Those of a file that is damaged: what they were is not known, and nothing is sent.
  static let unknown: Decisions = {
    var decisions = Decisions()
    decisions.isUnknown = true
    return decisions
  }()
  private var isUnknown = false

  init() {}

  init(list: [Decision], heard: [PadID: UInt64]) {
    self.list = list
    self.heard = heard
  }

  /// A pad's record as it is to be.
  func applied(to record: PadState.Record) -> PadState.Record {
    var decided = record
    for decision in list where decision.number > record.followed {
      guard decision.contact == decided.contact else { continue }
      switch decision.kind {
      case .closing(let closure, let before):
        if record.followed < before { decided.closure = decided.closure ?? closure }
      case .renaming(let name): decided.contact = name
      }
    }
    if decided != record { decided.followed = last }
    return decided
  }

  /// Whether what is kept outside the vault says that it went back in time; or the pad itself does,
  /// which followed what is not known here.
  func areContradicted(
    by record: PadState.Record, _ generation: UInt64, outside: UInt64?, of id: PadID
  ) -> Bool {
    if isUnknown { return (outside ?? 0) > generation }
    return record.followed > last || (outside ?? 0) > max(generation, heard[id] ?? 0)
  }

  /// The generation that was heard against a pad, where a state can have a greater one; or 0.
  func passable(of id: PadID) -> UInt64 {
    let generation = heard[id] ?? 0
    return generation < VaultHeader.generations.upperBound / 2 ? generation : 0
  }

  // MARK: Deciding

  /// A decision comes after all that any pad is known to have followed.
  private mutating func append(_ contact: String, _ kind: Decision.Kind, after followed: Int) {
    let number = max(last, followed) + 1
    list.append(Decision(number: number, contact: contact, kind: kind))
  }

  /// Closes what is shared with a contact, and nothing that is made later.
  mutating func close(_ contact: String, for closure: SendingClosure, after followed: Int) {
    let number = max(last, followed) + 1
    append(contact, .closing(closure, before: number), after: followed)
  }

  mutating func hear(_ outside: UInt64, of id: PadID) { heard[id] = outside }

  /// Gives a contact another name.
  mutating func rename(_ old: String, to new: String, after followed: Int) {
    append(old, .renaming(to: new), after: followed)
  }

  /// Both names are of one person: what closed the pads of the one last closes those that the other
  /// had then.
  mutating func unite(_ one: String, _ other: String, after followed: Int) {
    let closing = list.last { decision in
      if case .closing = decision.kind { [one, other].contains(decision.contact) } else { false }
    }
    guard case .closing(let closure, let before)? = closing?.kind else { return }
    for name in [one, other] {
      append(name, .closing(closure, before: before), after: followed)
    }
  }
}

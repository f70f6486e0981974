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
      /// Pads of the contact that were made before the number `before` was given send no more.
      case closing(SendingClosure, before: Int)
      case renaming(to: String)
    }

    /// Greater than that of the decision before.
    let number: Int
    /// The name that the contact had then; or `everybody`, where pads are closed.
    let contact: String
    let kind: Kind
  }

  /// What closes all pads of a vault is decided for this name, which nobody can have.
  static let everybody = ""

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
  private(set) var isUnknown = false

  init() {}

  init(list: [Decision], heard: [PadID: UInt64]) {
    self.list = list
    self.heard = heard
  }

  /// A pad's record as it is to be.
  func applied(to record: PadState.Record) -> PadState.Record {
    var decided = record
    for decision in list where decision.number > record.followed {
      let name = decision.contact
      guard name == decided.contact || name == Decisions.everybody else { continue }
      switch decision.kind {
      case .closing(let closure, let before):
        if record.made < before { decided.closure = decided.closure ?? closure }
      case .renaming(let name): decided.contact = name
      }
    }
    if decided != record { decided.followed = last }
    return decided
  }

  /// Whether a pad followed what is not known here: what is known went back in time.
  func areBehind(_ record: PadState.Record) -> Bool { !isUnknown && record.followed > last }

  /// Whether what is kept outside the vault says that it went back in time, or the pad itself does.
  /// What was heard is no news for a pad that is closed; one that is not has another past.
  func areContradicted(
    by record: PadState.Record, _ generation: UInt64, outside: UInt64?, of id: PadID
  ) -> Bool {
    if areBehind(record) { return true }
    guard let outside, outside > generation else { return false }
    return outside > heard[id] ?? 0 || applied(to: record).closure == nil
  }

  /// The generation that was heard against a pad, where a state can have a greater one; or 0.
  func passable(of id: PadID) -> UInt64 {
    Decisions.passable(heard[id] ?? 0)
  }

  static func passable(_ generation: UInt64) -> UInt64 {
    generation < VaultHeader.generations.upperBound / 2 ? generation : 0
  }

  // MARK: Deciding

  /// The number of the next decision, which comes after all that any pad is known to have followed.
  private func next(after followed: Int) -> Int { max(last, followed) + 1 }

  private mutating func append(_ contact: String, _ kind: Decision.Kind, after followed: Int) {
    list.append(Decision(number: next(after: followed), contact: contact, kind: kind))
  }

  /// Closes what is shared with a contact, and nothing that is made later.
  mutating func close(_ contact: String, for closure: SendingClosure, after followed: Int) {
    append(contact, .closing(closure, before: next(after: followed)), after: followed)
  }

  /// The number after which a closing comes: where a file is lost, greater than any of it that a pad
  /// may follow which cannot be read now, unless that was numbered so, too. Half of all numbers are
  /// spent so.
  func beyond(_ followed: Int) -> Int {
    let past = max(last, followed)
    return past < PadState.lastSequence / 2 ? past + Decisions.mostLost : past
  }

  /// More than a file of `mostBytes` has room for.
  static let mostLost = 1 << 20

  mutating func hear(_ outside: UInt64, of id: PadID) { heard[id] = outside }

  /// Gives a contact another name.
  mutating func rename(_ old: String, to new: String, after followed: Int) {
    append(old, .renaming(to: new), after: followed)
  }

  /// Both names are of one person: what closed pads of the one closes those that the other had then.
  /// `closure` is of a pad that is closed now, if any is: where it is not known when, it closes all
  /// that both have.
  mutating func unite(
    _ one: String, _ other: String, closedFor closure: SendingClosure?, after followed: Int
  ) {
    let known = closings
    if closure == nil, known[one] == nil, known[other] == nil { return }
    let latest = [one, other, Decisions.everybody].compactMap { known[$0] }.max {
      $0.before < $1.before
    }
    let now = next(after: followed)
    guard let (closure, before) = latest ?? closure.map({ ($0, before: now) }) else { return }
    for name in [one, other] {
      append(name, .closing(closure, before: before), after: followed)
    }
  }

  /// The last closing of pads of each name, or of those of whoever has that name now.
  private var closings: [String: (SendingClosure, before: Int)] {
    var found: [String: (SendingClosure, before: Int)] = [:]
    for decision in list {
      switch decision.kind {
      case .closing(let closure, let before): found[decision.contact] = (closure, before)
      case .renaming(let name): found[name] = found.removeValue(forKey: decision.contact)
      }
    }
    return found
  }
}

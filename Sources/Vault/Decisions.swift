// Invariant 1, with several pads of one person: what shows of one that the vault went back in time
// shows it of all, and a pad that is away, damaged or not reached before the power fails would be
// left out. So what concerns several pads is decided first, durably, in one place; whoever opens or
// reads one of them finds it there (vault.md, "Time travel and twins").
internal import Pad
internal import System

/// Everything that was ever decided for several pads at once, in order. A pad follows what was
/// decided after it last did, or was made: so one that was away for long catches up. Each decision
/// has a name that is given once: a pad that follows one which is not here has another past.
struct Decisions: Equatable {
  struct Decision: Equatable {
    enum Kind: Equatable {
      /// Pads of the contact that were made before the decision at this place in the list send no
      /// more.
      case closing(SendingClosure, before: Int)
      case renaming(to: String)
      /// What it was went with another past of the list. Pads followed it; nothing else is known.
      case lost
    }

    let id: DecisionID
    /// The name that the contact had then; or `everybody`, where pads are closed.
    let contact: String
    let kind: Kind
  }

  /// What closes all pads of a vault is decided for this name, which nobody can have.
  static let everybody = ""

  private(set) var list: [Decision] = []
  private var places: [DecisionID: Int] = [:]
  /// The generations outside that were heard, by the pads against which they spoke: only a greater
  /// one is news.
  private(set) var heard: [PadID: UInt64] = [:]

  var last: DecisionID? { list.last?.id }

  /// The last one that nothing would say again, if it were lost: what is kept outside says that the
  /// vault is older, and where its files stand that it was moved.
  var lastOwn: DecisionID? {
    let own = list.last {
      switch $0.kind {
      case .closing(.vaultIsOlder, _), .closing(.moved, _), .lost: false
      case .closing(.peerHasSeenMore, _), .renaming: true
      }
    }
    return own?.id
  }

  /// One that stands outside the vault, and not here.
  var lostOutside: DecisionID?
  /// Why what stands there could not be read.
  var deafness: SystemError?

  /// Those of a file that is damaged: what they were is not known, and nothing is sent.
  static let unknown: Decisions = {
    var decisions = Decisions()
    decisions.isUnknown = true
    return decisions
  }()
  private(set) var isUnknown = false

  init() {}

  /// Nil where two decisions have the same name.
  init?(list: [Decision], heard: [PadID: UInt64]) {
    self.list = list
    self.heard = heard
    for (place, decision) in list.enumerated() {
      if places.updateValue(place, forKey: decision.id) != nil { return nil }
    }
  }

  /// A pad's record as it is to be.
  func applied(to record: PadState.Record) -> PadState.Record {
    var decided = record
    guard let start = place(after: record.followed) else { return record }
    let made = place(after: record.made) ?? 0
    for decision in list[start...] {
      let name = decision.contact
      guard name == decided.contact || name == Decisions.everybody else { continue }
      switch decision.kind {
      case .closing(let closure, let before):
        if made <= before { decided.closure = decided.closure ?? closure }
      case .renaming(let name): decided.contact = name
      case .lost: break
      }
    }
    if decided != record { decided.followed = last }
    return decided
  }

  /// Where the decisions begin that came after one; nil where that one is not known here.
  private func place(after id: DecisionID?) -> Int? {
    guard let id else { return 0 }
    return places[id].map { $0 + 1 }
  }

  /// Whether it stands here that this was decided.
  func has(_ id: DecisionID) -> Bool { places[id] != nil }

  /// Whether both stand here, and one before the other.
  func has(_ id: DecisionID, before other: DecisionID) -> Bool {
    guard let place = places[id], let end = places[other] else { return false }
    return place < end
  }

  /// Whether something was closed for the name that a contact has now, or had last.
  func haveClosed(_ name: String) -> Bool { closings[name] != nil }

  /// Whether a pad followed, or there stands outside, what is not known here: what is known went back
  /// in time.
  func areBehind(_ record: PadState.Record) -> Bool {
    !isUnknown && (lostOutside != nil || place(after: record.followed) == nil)
  }

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

  private mutating func append(_ id: DecisionID, _ contact: String, _ kind: Decision.Kind) {
    places[id] = list.count
    list.append(Decision(id: id, contact: contact, kind: kind))
  }

  private mutating func append(
    _ contact: String, _ kind: Decision.Kind, _ randomness: any Randomness
  ) {
    append(DecisionID(randomness.bytes(DecisionID.byteCount)), contact, kind)
  }

  /// Closes what is shared with a contact, and nothing that is made later.
  mutating func close(
    _ contact: String, for closure: SendingClosure, _ randomness: any Randomness
  ) {
    append(contact, .closing(closure, before: list.count), randomness)
  }

  /// Takes note of what pads follow, or stands outside, and was lost: they follow what comes now.
  mutating func lose(_ ids: [DecisionID]) {
    for id in ids where !has(id) { append(id, Decisions.everybody, .lost) }
    lostOutside = nil
  }

  mutating func hear(_ outside: UInt64, of id: PadID) { heard[id] = outside }

  /// Gives a contact another name.
  mutating func rename(_ old: String, to new: String, _ randomness: any Randomness) {
    append(old, .renaming(to: new), randomness)
  }

  /// Both names are of one person: what closed pads of the one closes those that the other had then.
  /// `closure` is of a pad that is closed now, if any is: where it is not known when, it closes all
  /// that both have.
  mutating func unite(
    _ one: String, _ other: String, closedFor closure: SendingClosure?,
    _ randomness: any Randomness
  ) {
    let known = closings
    if closure == nil, known[one] == nil, known[other] == nil { return }
    let latest = [one, other, Decisions.everybody].compactMap { known[$0] }.max {
      $0.before < $1.before
    }
    let now = list.count
    guard let (closure, before) = latest ?? closure.map({ ($0, before: now) }) else { return }
    for name in [one, other] { append(name, .closing(closure, before: before), randomness) }
  }

  /// The last closing of pads of each name, or of those of whoever has that name now.
  private var closings: [String: (SendingClosure, before: Int)] {
    var found: [String: (SendingClosure, before: Int)] = [:]
    for decision in list {
      switch decision.kind {
      case .closing(let closure, let before): found[decision.contact] = (closure, before)
      case .renaming(let name): found[name] = found.removeValue(forKey: decision.contact)
      case .lost: break
      }
    }
    return found
  }
}

// Invariant 1, with several pads of one person: what shows of one that the vault went back in time
// shows it of all, and a pad that is away, damaged or not reached before the power fails would be
// left out. So what concerns several pads is decided first, durably, in one place; whoever opens or
// reads one of them finds it there (vault.md, "Time travel and twins").
internal import Pad

/// What was decided for several pads at once.
struct Decisions: Equatable {
  /// All pads of a contact up to a place among the vault's pads send no more.
  struct Closing: Equatable {
    let contact: String
    /// The place (`PadState.Record.sequence`) of the last one.
    let last: Int
    let closure: SendingClosure
  }

  /// So many pads may be there that cannot be read when a closing is decided: more than anybody has.
  private static let unreadablePads = 1 << 16

  /// One for each contact that it was ever decided for: a pad can be away for long.
  var closings: [Closing] = []
  /// New names for pads that do not all have them yet.
  var names: [PadID: String] = [:]

  /// The place before the first that a new pad can have.
  var last: Int { closings.map(\.last).max() ?? 0 }

  /// Why a pad of this contact at this place sends no more; nil where nothing was decided.
  func closure(of contact: String, at sequence: Int) -> SendingClosure? {
    closings.first { $0.contact == contact && sequence <= $0.last }?.closure
  }

  /// A pad's record as it is to be.
  func applied(to record: PadState.Record, of id: PadID) -> PadState.Record {
    var record = record
    if let name = names[id] { record.contact = name }
    record.closure = record.closure ?? closure(of: record.contact, at: record.sequence)
    return record
  }

  /// Closes what is shared with a contact, and nothing that is made later. `newest` is the last place
  /// that a pad which can be read has.
  mutating func close(_ contact: String, newest: Int, for closure: SendingClosure) {
    if let closing = closings.first(where: { $0.contact == contact }), closing.last >= newest {
      return
    }
    let last = min(max(newest, last) + Decisions.unreadablePads, PadState.lastSequence)
    closings.removeAll { $0.contact == contact }
    closings.append(Closing(contact: contact, last: last, closure: closure))
  }

  /// Gives pads a name.
  mutating func rename(_ ids: [PadID], to name: String) {
    for id in ids { names[id] = name }
  }

  /// These pads have their names.
  mutating func areNamed(_ ids: [PadID]) {
    for id in ids { names[id] = nil }
  }
}

package import Vault

/// What is said about a vault that was copied or moved, before the question about it and after it.
package enum AdoptionText {
  /// Why the vault refuses to write.
  package static func found(_ adoption: Adoption) -> [String] {
    var lines: [String] = []
    if adoption.bookIsDamaged { lines.append("the contact book is damaged") }
    if let move = move(adoption) { lines.append(move) }
    // After a move that is as it should be: they are outside the vault.
    if adoption.countersAreGone, move(adoption) == nil {
      lines.append(
        "the counters that reveal an old copy of this vault are missing (they are usually in "
          + "~/.local/state/vernam)")
    }
    return lines
  }

  private static func move(_ adoption: Adoption) -> String? {
    if adoption.isOtherMachineOnly {
      return "this vault was last used on another computer or system"
    }
    if adoption.isBookMoved || adoption.isOtherMachine {
      return "this vault was copied, restored or moved here"
    }
    switch adoption.movedPads {
    case 0: return nil
    case 1: return "a pad of this vault was copied, restored or moved here"
    case let count: return "\(count) pads of this vault were copied, restored or moved here"
    }
  }

  /// It holds for a copy, for a backup that was put back, and for an original of which a copy went on.
  package static func question(_ adoption: Adoption) -> String {
    if adoption.isOtherMachineOnly {
      return "Was any message encrypted or sent with a copy of this disk, even one that did not "
        + "arrive?"
    }
    let when =
      move(adoption) == nil
      ? " with another copy of this vault, or, if this is a restored backup, after the backup was made,"
      : ", here or on the old computer, after this copy or backup was made,"
    return "Was any message encrypted or sent\(when) even one that did not arrive?"
  }

  /// What is asked instead if the contact book is damaged.
  package static let newBook =
    "Make a new contact book? You can then never send on these pads again."

  package static let ifSent =
    "yes, or not sure: you can still read, but never send on these pads again"
  package static let ifNotSent = "no: you can read and send here as before"

  /// - Parameters:
  ///   - pads: all that exist now.
  ///   - renaming: how to name contacts again, in the words of the program that is used.
  package static func outcome(
    _ adoption: Adoption, _ pads: [PadSummary], renaming: String
  ) -> [String] {
    if adoption.bookIsDamaged {
      return [
        adopted, "the contacts have lost their names: \(renaming)",
        "you can no longer send on these pads: meet and pair again",
      ]
    }
    if let closed = closed(pads) {
      return ["you can now read messages here with this vault"] + closed
    }
    // On the same computer, the default folder may be this vault's.
    let isMoved = adoption.isOtherMachine && !adoption.isOtherMachineOnly
    return [
      adopted,
      isMoved
        ? "now delete the vault on the old computer (by default the hidden folder ~/.local/share/vernam), "
          + "and any copy on a stick: never use two of them"
        : "if there is a copy of this vault anywhere else, delete that copy: never use two of them",
    ]
  }

  /// For a vault that need not be adopted.
  package static func unneeded(_ pads: [PadSummary]) -> [String] {
    closed(pads).map { ["nothing to adopt"] + $0 }
      ?? ["nothing to adopt: this vault can be used as it is"]
  }

  private static let adopted = "you can now use this vault here"

  /// Why and how to send again, if no pad can send any more; else nil.
  private static func closed(_ pads: [PadSummary]) -> [String]? {
    guard let closure = closureOfAll(pads) else { return nil }
    let other =
      closure == .vaultIsOlder
      ? [] : ["if there is another copy, use only one of them and delete the other"]
    return ["you can no longer send on these pads: \(closure.reason)"] + other
      + ["to send, \(closure.wayOut("meet and pair again"))"]
  }

  /// Why none of them can send any more; nil if one can. The newest was closed last.
  private static func closureOfAll(_ pads: [PadSummary]) -> SendingClosure? {
    if pads.contains(where: { $0.closure == nil }) { return nil }
    return pads.max { $0.number < $1.number }?.closure
  }
}

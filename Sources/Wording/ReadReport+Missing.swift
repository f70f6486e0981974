internal import Pad
package import Vault

extension ReadReport {
  /// Which messages have not arrived, as "message 3 from bob has not arrived".
  package var missingText: String {
    let pad = hasOtherPads ? " of pad \(pad.hexadecimal.prefix(8))" : ""
    let list = "\(MessageNumbers.list(missing))\(pad) from \(contact)"
    return missingCount == 1
      ? "message \(list) has not arrived" : "messages \(list) have not arrived"
  }

  /// What may have become of them.
  package var missingReasons: String {
    missingCount == 1
      ? "it may still come, or \(contact) took it back"
      : "they may still come, or \(contact) took them back"
  }

  /// What to do about them.
  package var missingAdvice: String { MessageNumbers.advice(contact, missingCount) }
}

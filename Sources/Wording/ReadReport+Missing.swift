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

  /// The same in a conversation, where no message shows its number, and what may have become of them.
  package var missingEarlier: String {
    missingCount == 1
      ? "An earlier message from \(contact) has not arrived: it may still come, or "
        + "\(contact) took it back"
      : "\(missingCount) earlier messages from \(contact) have not arrived: they may still come, or "
        + "\(contact) took them back"
  }

  /// What to do about them.
  package var missingAdvice: String { MessageNumbers.advice(contact, missingCount) }
}

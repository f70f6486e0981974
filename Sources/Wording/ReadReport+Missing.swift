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

  /// What to do if they do not come.
  package var missingAdvice: String {
    let (object, them) =
      missingCount == 1 ? ("it does not come", "it") : ("they do not come", "them")
    return
      "if \(object), ask \(contact) for \(them), or run \"vernam skip \(ContactName.typed(contact))\""
  }
}

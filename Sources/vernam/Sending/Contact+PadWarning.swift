internal import Vault
internal import Wording

extension Contact {
  /// The warning that the pad runs low, or is used up, once so much is left; nil if there is enough.
  func padWarning(left: Int, messages: Int, _ verb: String = "is") -> String? {
    guard send.total > 0, PadAmount.isLow(left: left, of: send.total, messages: messages) else {
      return nil
    }
    let isWaiting = pads.contains(where: \.isWaiting)
    if messages == 0 {
      let next =
        isWaiting
        ? "before you write again, decrypt \(name)'s first message on the new pad"
        : "meet and run \"vernam pair \(ContactName.typed(name))\" before the next message"
      return "\(name)'s pad \(verb) used up: \(next)"
    }
    if isWaiting { return nil }
    let count = PadAmount.count(messages, "short message")
    return "\(name)'s pad \(verb) running low: \(ByteCount(left)), \(count) left"
  }
}

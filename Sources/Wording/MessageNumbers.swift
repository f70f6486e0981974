internal import Vault

/// Numbers of messages for people, cut short if there are too many.
package enum MessageNumbers {
  private static let most = 6

  /// "5, 6 and 8 to 10".
  package static func list(_ ranges: [Range<Int>]) -> String {
    var parts = ranges.prefix(most).flatMap { $0.count == 2 ? $0.map(String.init) : [text($0)] }
    if let rest = rest(ranges) { parts.append(rest) }
    return parts.listed
  }

  /// "messages 5 and 8 to 10".
  package static func namedList(_ ranges: [Range<Int>]) -> String {
    let isOne = ranges.count == 1 && ranges[0].count == 1
    return "\(isOne ? "message" : "messages") \(list(ranges))"
  }

  /// What to do about messages of this contact that have not arrived.
  package static func advice(_ contact: String, _ count: Int) -> String {
    let (itComes, text, itWas, it) =
      count == 1
      ? ("it does not come", "message", "it was", "it")
      : ("they do not come", "messages", "they were", "them")
    return
      "if \(itComes), ask \(contact) to send the same encrypted \(text) again, or to write \(it) again; "
      + "if \(itWas) written in a chat, run \"vernam chat\" again on both computers, unless "
      + "\(contact) took \(it) back; once you no longer expect \(it), "
      + "run \"vernam skip \(ContactName.typed(contact))\""
  }

  private static func text(_ range: Range<Int>) -> String {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    return first == last ? "\(first)" : "\(first) \(range.count == 2 ? "and" : "to") \(last)"
  }

  /// "12 more".
  private static func rest(_ ranges: [Range<Int>]) -> String? {
    let count = ranges.dropFirst(most).reduce(0) { $0 + $1.count }
    return count == 0 ? nil : "\(count) more"
  }
}

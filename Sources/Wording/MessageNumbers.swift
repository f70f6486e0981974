/// Numbers of messages for people, cut short if there are too many.
package enum MessageNumbers {
  private static let most = 6

  /// "5, 6 and 8 to 10".
  package static func list(_ ranges: [Range<Int>]) -> String {
    var parts = ranges.prefix(most).flatMap { $0.count == 2 ? $0.map(String.init) : [text($0)] }
    if let rest = rest(ranges) { parts.append(rest) }
    let last = parts.removeLast()
    return parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
  }

  /// "message 5, messages 8 to 10".
  package static func namedList(_ ranges: [Range<Int>]) -> String {
    let parts = ranges.prefix(most).map { "\($0.count == 1 ? "message" : "messages") \(text($0))" }
    return (parts + (rest(ranges).map { [$0] } ?? [])).joined(separator: ", ")
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

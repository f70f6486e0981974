/// A finder of HTML entities and tags in a text while it is written: it remembers the openings, and
/// at a closing character looks at the text since then, once.
struct ArmorMarkup {
  /// What an entity or tag stands for, nil if it is dropped, and where it starts.
  typealias Replacement = (start: Int, scalar: Unicode.Scalar?)

  private static let longestEntity = 24
  private static let longestTag = 256

  /// How many openings are remembered at least.
  private static let deepest = 8

  /// Where entities and tags were opened, the latest last: one may be within another if a text was
  /// escaped or marked up twice.
  private var entities: [Int] = []
  private var tags: [Int] = []

  mutating func open(_ byte: UInt8, at position: Int) {
    if byte == UInt8(ascii: "&") {
      ArmorMarkup.push(position, on: &entities)
    } else {
      ArmorMarkup.push(position, on: &tags)
    }
  }

  private static func push(_ position: Int, on openings: inout [Int]) {
    // The oldest go, eight at a time, because each time all others are moved.
    if openings.count == 2 * deepest { openings.removeFirst(deepest) }
    openings.append(position)
  }

  /// The replacement for the entity or tag that `byte` ends; nil if it ends none.
  mutating func close(_ byte: UInt8, _ text: [UInt8]) -> Replacement? {
    if byte == UInt8(ascii: ";") {
      return entities.popLast().flatMap { ArmorMarkup.entity(text, $0) }
    }
    return tags.popLast().flatMap { ArmorMarkup.tag(text, $0) }
  }

  /// Whether the opening is still there: a replacement since then may have removed it.
  private static func isOpen(
    _ text: [UInt8], _ start: Int, _ opening: UInt8, _ longest: Int
  ) -> Bool {
    start < text.count && text[start] == opening && text.count - start <= longest
  }

  private static func entity(_ text: [UInt8], _ start: Int) -> Replacement? {
    guard isOpen(text, start, UInt8(ascii: "&"), longestEntity) else { return nil }
    var name = text[(start + 1)...]
    if name.contains(where: ArmorWords.isWhite) { name.removeAll(where: ArmorWords.isWhite) }
    if name.first == UInt8(ascii: "#") { return (start, number(name.dropFirst())) }
    guard name.count >= 2, name.allSatisfy(ArmorWords.isLetterOrDigit) else { return nil }
    return (start, named(String(decoding: name, as: UTF8.self)))
  }

  /// A number that names no character counts as a mark.
  private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar {
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    return UInt32(text, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init) ?? "*"
  }

  /// Only names for white space, invisible characters and markup matter; all others are marks, or
  /// letters of no concern.
  private static func named(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "nbsp", "ensp", "emsp", "thinsp", "numsp", "puncsp", "hairsp", "tab": " "
    case "newline": "\n"
    case "shy", "zwnj", "zwj", "lrm", "rlm", "zerowidthspace", "nobreak": nil
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "equals": "="
    default: "*"
    }
  }

  /// Where `text` begins an entity or tag that may end after it; nil if it has none.
  static func unfinished(_ text: ArraySlice<UInt8>) -> Int? {
    let kinds = [
      (UInt8(ascii: "<"), UInt8(ascii: ">"), longestTag),
      (UInt8(ascii: "&"), UInt8(ascii: ";"), longestEntity),
    ]
    return kinds.compactMap { opening, end, longest in
      let tail = text.suffix(longest)
      let last = tail.lastIndex(of: opening)
      return last.flatMap { text[$0...].contains(end) ? nil : $0 }
    }.min()
  }

  private static let breaking: Set<String> = [
    "br", "p", "div", "tr", "td", "li", "ul", "ol", "pre", "blockquote", "table", "tbody",
  ]
  private static let inline: Set<String> = [
    "a", "b", "i", "u", "em", "strong", "span", "font", "code", "tt", "wbr", "small", "samp", "kbd",
    "html", "body",
  ]

  /// `<`, perhaps `/`, a known name, and perhaps attributes.
  private static func tag(_ text: [UInt8], _ start: Int) -> Replacement? {
    guard isOpen(text, start, UInt8(ascii: "<"), longestTag) else { return nil }
    let body = text[(start + 1)...].drop { $0 == UInt8(ascii: "/") }
    let name = String(decoding: body.prefix(while: ArmorWords.isLetterOrDigit), as: UTF8.self)
    if breaking.contains(name) { return (start, "\n") }
    return inline.contains(name) ? (start, nil) : nil
  }
}

// Invariant 8: what a pad rests on is stored with it, and said.

/// Where a pad's bytes came from, what their secrecy rests on, and how they travelled.
package struct Provenance: Equatable, Sendable {
  package enum Transfer: UInt8, Sendable {
    /// Over a network, under X-Wing.
    case network = 1
    /// On a medium that people carried.
    case carried = 2
    /// Over a network, under X-Wing, through another program: the two people need not have met.
    case relayed = 3
  }

  /// Where the bytes came from. Both texts are for people: one line of printable words.
  package struct Source: Equatable, Sendable, ExpressibleByStringLiteral {
    /// At least one word.
    package let description: String
    /// What the secrecy of the bytes rests on if credited noise covers every one of them, such as
    /// "fair dice"; nil if it does not.
    package let assumptions: String?

    /// Nil if a text is not printable, or if both together are too long for the record.
    package init?(_ description: String, assumptions: String? = nil) {
      let texts = [description] + (assumptions.map { [$0] } ?? [])
      guard texts.allSatisfy(Provenance.isPrintable),
        texts.reduce(2, { $0 + $1.utf8.count }) <= recordBytes
      else { return nil }
      self.description = description
      self.assumptions = assumptions
    }

    /// A source of which nothing is claimed.
    package init(stringLiteral text: String) {
      guard let source = Source(text) else { preconditionFailure("not printable: \(text)") }
      self = source
    }
  }

  /// Bytes of the record that travels with a pad: the source, a zero, the assumptions, and zeros up
  /// to the end.
  package static let recordBytes = 1024

  package let source: Source
  package let transfer: Transfer

  package init(source: Source, transfer: Transfer) {
    self.source = source
    self.transfer = transfer
  }

  /// Reads what the other end sent; nil if it is malformed.
  package init?(record: [UInt8], transfer: Transfer) {
    let texts = record.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .prefix(2).map { String(validating: $0, as: UTF8.self) }
    guard texts.count == 2, let description = texts[0], let assumptions = texts[1],
      let source = Source(description, assumptions: assumptions.isEmpty ? nil : assumptions)
    else { return nil }
    self.init(source: source, transfer: transfer)
    if record != self.record { return nil }
  }

  package var record: [UInt8] {
    let text = Array(source.description.utf8) + [0] + Array((source.assumptions ?? "").utf8)
    return text + [UInt8](repeating: 0, count: Provenance.recordBytes - text.count)
  }

  /// What may be claimed for the pad, given its weakest link (vernam-randomness(7)).
  package enum Grade: String, Sendable {
    case computational
    /// Physical noise covers it, but a cipher or a device had a part in its bytes.
    case physical
    case unconditional
  }

  package var grade: Grade {
    guard let assumptions else { return .computational }
    return assumptions.contains("noise") ? .physical : .unconditional
  }

  /// What the pad's secrecy rests on, if credited noise covers it and it was carried.
  package var assumptions: String? { transfer == .carried ? source.assumptions : nil }

  /// A hostile giver's text must not look like the program's own output: one line of ASCII words
  /// with one space between them.
  private static func isPrintable(_ text: String) -> Bool {
    var isAfterSpace = true
    for byte in text.utf8 {
      let isSpace = byte == UInt8(ascii: " ")
      if isSpace ? isAfterSpace : !(0x21...0x7e).contains(byte) { return false }
      isAfterSpace = isSpace
    }
    return !isAfterSpace
  }
}

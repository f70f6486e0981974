internal import Primitives

/// Where a pad's bytes came from and how they travelled (invariant 8).
package struct Provenance: Equatable, Sendable {
  package enum Transfer: UInt8, Sendable {
    /// Over a network, under X-Wing.
    case network = 1
    /// On a medium that people carried.
    case carried = 2
  }

  /// Bytes of the record that travels with a pad: UTF-8, one line, then zeros.
  package static let recordBytes = 1024

  /// One line, without control characters.
  package let source: String
  package let transfer: Transfer

  /// A source that does not fit the record, or that a terminal would obey, is our own mistake.
  package init(source: String, transfer: Transfer) {
    precondition(Provenance.isPrintable(source))
    self.source = source
    self.transfer = transfer
  }

  /// What the other end sent. Nil when it is malformed.
  package init?(record: [UInt8], transfer: Transfer) {
    guard record.count == Provenance.recordBytes else { return nil }
    let text = record.prefix { $0 != 0 }
    let zeros = [UInt8](repeating: 0, count: record.count - text.count)
    guard equalInConstantTime(record.span.extracting(text.count..<record.count), zeros.span),
      let source = String(validating: text, as: UTF8.self), Provenance.isPrintable(source)
    else { return nil }
    self.source = source
    self.transfer = transfer
  }

  package var record: [UInt8] {
    let text = Array(source.utf8)
    return text + [UInt8](repeating: 0, count: Provenance.recordBytes - text.count)
  }

  /// What may be claimed for the pad, with the weakest link (randomness.md, "Provenance").
  package var grade: String { "computational" }

  /// Why it is that grade, in a few words.
  package var weakestLink: String {
    switch transfer {
    case .network: "it travelled over the network (X25519 with ML-KEM-768)"
    case .carried: "its bytes rest on the generator of the machine that made it"
    }
  }

  /// What a hostile giver writes must not look like lines of the program's own: one line, words
  /// with one space between them, nothing invisible.
  private static func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < recordBytes && !text.contains("  ")
      && text.unicodeScalars.allSatisfy { $0 == " " || isVisible($0) }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x21...0x7e).contains(scalar.value) }
    let properties = scalar.properties
    return properties.generalCategory != .control && properties.generalCategory != .format
      && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
  }
}

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
    guard let source = String(validating: record.prefix { $0 != 0 }, as: UTF8.self),
      Provenance.isPrintable(source)
    else { return nil }
    self.init(source: source, transfer: transfer)
    if record != self.record { return nil }
  }

  package var record: [UInt8] {
    let text = Array(source.utf8)
    return text + [UInt8](repeating: 0, count: Provenance.recordBytes - text.count)
  }

  /// A source of which credited noise covers every byte begins so.
  private static let coveredMark = "noise on every byte: "
  /// Behind it stands what the claim rests on.
  private static let givenMark = "; given "

  /// The words for a source that covers every byte with noise that is credited, and for what that
  /// rests on; both are cut where the record has no room.
  package static func covered(_ source: String, given: String) -> String {
    let room = recordBytes - 1 - coveredMark.utf8.count - givenMark.utf8.count
    let given = String(given.prefix(room / 2))
    return coveredMark + source.prefix(room - given.utf8.count) + givenMark + given
  }

  /// Whether a source is in the words of `covered`.
  package static func isClaim(_ source: String) -> Bool { source.hasPrefix(coveredMark) }

  /// What the pad's secrecy rests on, if it was carried and credited noise covers it: it is
  /// unconditional then (vernam-randomness(7)).
  package var assumptions: Substring? {
    guard transfer == .carried, source.hasPrefix(Provenance.coveredMark) else { return nil }
    var rest = source[...]
    while !rest.isEmpty {
      if rest.hasPrefix(Provenance.givenMark) {
        return rest.dropFirst(Provenance.givenMark.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// What a hostile giver writes must not look like lines of the program's own: one line, words
  /// with one space between them, nothing invisible.
  private static func isPrintable(_ text: String) -> Bool {
    if text.isEmpty || text.utf8.count >= recordBytes { return false }
    var isAfterSpace = false
    for scalar in text.unicodeScalars {
      let isSpace = scalar == " "
      if isSpace ? isAfterSpace : !isVisible(scalar) { return false }
      isAfterSpace = isSpace
    }
    return true
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x21...0x7e).contains(scalar.value) }
    let properties = scalar.properties
    return properties.generalCategory != .control && properties.generalCategory != .format
      && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
  }
}

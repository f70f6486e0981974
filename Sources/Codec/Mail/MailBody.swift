internal import Primitives

/// The parts of an email (RFC 5322) that are in base64 or quoted-printable (RFC 2045, section 6), one
/// after the other, decoded line by line. Where an email breaks the rules, something is skipped.
package final class MailBody {
  private enum Encoding { case base64, quotedPrintable, none }

  private static let noBits = BitWriter(bits: 6)
  private static let pieceBytes = 64 << 10
  /// The most bytes of a line that are looked at together; RFC 5322 allows 998.
  private static let longestLine = 64 << 10
  private static let longestField = 8 << 10
  /// Of a header line or a boundary; RFC 5322, section 2.1.1.
  private static let longestHeaderLine = 998
  /// More boundaries, or longer ones (RFC 2046, section 5.1.1), are a flood.
  private static let mostBoundaries = 100
  private static let longestBoundary = 70

  private let pieces: () throws -> [UInt8]
  private var text: [UInt8] = []
  private var position = 0
  /// The lines that may end a part, without their ends.
  private var boundaries: Set<String> = []
  private var encoding = Encoding.none
  private var isInPart = false
  /// Whether the next lines are a header.
  private var isAtHeader = true
  /// Bits of base64 that do not make a byte yet.
  private var bits = MailBody.noBits
  /// Whether the part has a file name that ends in `.vernam`.
  package private(set) var isNamed = false

  /// - Parameter pieces: gives the next bytes of the email, none at its end.
  package init(_ pieces: @escaping () throws -> [UInt8]) { self.pieces = pieces }

  /// Whether there is a header in `text` that names an encoding.
  package static func isLikely(_ text: [UInt8]) -> Bool {
    let name = [UInt8]("content-transfer-encoding:".utf8)
    return text.split(separator: UInt8(ascii: "\n")).contains { line in
      line.count > name.count && zip(line, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
  }

  /// Goes to the next encoded part; false at the end.
  package func nextPart() throws -> Bool {
    while isInPart { _ = try piece() }
    while true {
      while !isAtHeader {
        guard let line = try nextLine() else { return false }
        _ = endsPart(line)
      }
      guard try readHeader() else { return false }
      if encoding != .none { break }
    }
    bits = MailBody.noBits
    isInPart = true
    return true
  }

  /// The next decoded bytes of the part, none at its end.
  package func piece() throws -> [UInt8] {
    var decoded: [UInt8] = []
    while isInPart, decoded.count < MailBody.pieceBytes {
      guard let line = try nextLine(), !endsPart(line) else {
        isInPart = false
        break
      }
      decoded += encoding == .base64 ? base64(line) : QuotedPrintable.decode(line)
    }
    return decoded
  }

  /// Whether the line is a boundary; the next part begins after it unless it is the last one.
  private func endsPart(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: [UInt8]("--".utf8)) else { return false }
    let boundary = MailBody.trimmed(line)
    isAtHeader = boundaries.contains(boundary)
    return isAtHeader
      || (boundary.hasSuffix("--") && boundaries.contains("\(boundary.dropLast(2))"))
  }

  /// Reads a header, with what it says of its part; false at the end.
  private func readHeader() throws -> Bool {
    (encoding, isNamed, isAtHeader) = (.none, false, false)
    var field = ""
    while let line = try nextLine() {
      let text = MailBody.trimmed(line)
      let isContinued = line.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
      if isContinued, !text.isEmpty {
        if field.utf8.count < MailBody.longestField { field += " " + text }
        continue
      }
      take(field)
      if text.isEmpty { return true }
      field = text
    }
    return false
  }

  private func take(_ field: String) {
    let lower = field.lowercased()
    if lower.hasPrefix("content-transfer-encoding:") {
      if lower.hasSuffix("base64") { encoding = .base64 }
      if lower.hasSuffix("quoted-printable") { encoding = .quotedPrintable }
    }
    guard lower.hasPrefix("content-type:") || lower.hasPrefix("content-disposition:") else {
      return
    }
    if lower.contains(".vernam") { isNamed = true }
    // An email in an email has a header of its own.
    if lower.contains("message/rfc822") { isAtHeader = true }
    guard let start = lower.firstRange(of: "boundary=")?.upperBound else { return }
    let value = field.utf8.dropFirst(lower.utf8.distance(from: lower.startIndex, to: start))
    let ends = [UInt8](value.first == UInt8(ascii: "\"") ? "\"".utf8 : "; ".utf8)
    let name = value.drop { $0 == UInt8(ascii: "\"") }.prefix { !ends.contains($0) }
    if boundaries.count >= MailBody.mostBoundaries || name.count > MailBody.longestBoundary {
      return
    }
    boundaries.insert("--" + String(decoding: name, as: UTF8.self))
  }

  /// The line with its end; or as much of it as is looked at together.
  private func nextLine() throws -> ArraySlice<UInt8>? {
    while true {
      let end = text[position...].prefix(MailBody.longestLine).firstIndex(of: UInt8(ascii: "\n"))
      if end != nil || text.count - position >= MailBody.longestLine {
        let line = text[position..<(end.map { $0 + 1 } ?? position + MailBody.longestLine)]
        position = line.endIndex
        return line
      }
      let piece = try pieces()
      if piece.isEmpty {
        defer { position = text.count }
        return position < text.count ? text[position...] : nil
      }
      text = text[position...] + piece
      position = 0
    }
  }

  private func base64(_ line: ArraySlice<UInt8>) -> [UInt8] {
    for letter in line {
      if let value = Base64.value(of: letter) {
        bits.append(value)
      } else if letter == UInt8(ascii: "=") {
        bits.dropBits()
      }
    }
    return bits.takeBytes()
  }

  /// The ASCII of a header line or boundary, without blanks around it: comparing anything else as
  /// text takes long.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    var rest = line.prefix(longestHeaderLine)
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return String(decoding: rest.drop { $0 <= 0x20 }.filter { $0 < 0x80 }, as: UTF8.self)
  }
}

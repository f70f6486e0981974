/// The 16 bytes that name a pad at both ends and stand in what every packet authenticates.
package struct PadID: Hashable, Sendable {
  package static let byteCount = 16

  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == PadID.byteCount)
    self.bytes = bytes
  }

  /// From the name of a directory; nil when it is not 32 lower-case hexadecimal digits.
  init?(hexadecimal name: String) {
    let digits = Array(name.utf8)
    guard digits.count == 2 * PadID.byteCount else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = PadID.value(digits[index]), let low = PadID.value(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  package var hexadecimal: String {
    var name: [UInt8] = []
    name.reserveCapacity(2 * PadID.byteCount)
    for byte in bytes {
      name.append(PadID.digit(byte >> 4))
      name.append(PadID.digit(byte & 15))
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The 16 bytes that name a vault; shaped like those that name a pad.
typealias VaultID = PadID

/// The 16 bytes, chosen at random, that name a decision; shaped alike, too.
typealias DecisionID = PadID

internal import Pad

/// 16 bytes that name something and were chosen at random. Each kind has a type of its own, so that
/// none is taken for another.
package protocol RandomID: Hashable, Sendable {
  /// The bytes as one number, most significant first.
  var number: UInt128 { get }
  init(number: UInt128)
}

extension RandomID {
  package static var byteCount: Int { 16 }

  package var bytes: [UInt8] { number.bigEndianBytes }

  /// Exactly `byteCount` bytes.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount)
    var offset = 0
    self.init(number: bytes.span.load(UInt128.self, at: &offset))
  }

  /// From the name of a file or directory; nil unless it is 32 lower-case hexadecimal digits.
  package init?(hexadecimal name: String) {
    guard name.utf8.count == 2 * Self.byteCount else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for digit in name.utf8 {
      guard let value = hexadecimalValue(digit) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
    }
    self.init(number: UInt128(high) << 64 | UInt128(low))
  }

  package var hexadecimal: String {
    let digits = (0..<2 * Self.byteCount).map { index in
      hexadecimalDigit(UInt8(truncatingIfNeeded: number >> (4 * (31 - index))) & 15)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  default: nil
  }
}

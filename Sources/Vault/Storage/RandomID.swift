internal import Pad

/// 16 random bytes that name something. Each kind has a type of its own, so that none is mistaken
/// for another.
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
    let digits = name.utf8.span
    guard digits.count == 2 * Self.byteCount else { return nil }
    var number: UInt128 = 0
    for index in digits.indices {
      let digit = digits[index]
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt128(digit & 15)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt128((digit & 15) + 9)
      default: return nil
      }
    }
    self.init(number: number)
  }

  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    let name = (0..<2 * Self.byteCount).map { index in
      digits[Int(truncatingIfNeeded: number >> (4 * (31 - index))) & 15]
    }
    return String(decoding: name, as: UTF8.self)
  }
}

internal import Primitives

/// Eight decimal digits that one person reads to the other.
package struct PairingCode: Equatable, Sendable {
  static let digitCount = 8
  static let count: UInt64 = 100_000_000

  /// ASCII.
  private let digits: [UInt8]

  /// `number` is below 10⁸; leading zeros are shown.
  init(_ number: UInt64) {
    precondition(number < PairingCode.count)
    var rest = number
    var digits = [UInt8](repeating: 0, count: PairingCode.digitCount)
    for index in digits.indices.reversed() {
      digits[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    self.digits = digits
  }

  /// As a person typed it: only digits count, all else is ignored. Nil unless there are eight.
  package init?(typed line: String) {
    digits = line.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits.count == PairingCode.digitCount else { return nil }
  }

  /// As it is shown: `1234 5678`.
  package var shown: String {
    String(decoding: digits.prefix(4) + [UInt8(ascii: " ")] + digits.suffix(4), as: UTF8.self)
  }

  /// Equality in constant time: how long a wrong guess takes says nothing about how wrong it is.
  func matches(_ other: PairingCode) -> Bool {
    equalInConstantTime(digits.span, other.digits.span)
  }
}

internal import Pad

/// Rolls of dice or tosses of a coin that a person typed or wrote down, turned into bits that are
/// exactly uniform if the dice are fair, or the coin steady, and the throws independent.
package struct TypedThrows: ~Copyable {
  package enum Kind: String, Sendable {
    case dice
    case coins
  }

  /// The longest line of a terminal, in bytes (the kernel's N_TTY_BUF_SIZE, less the line end).
  private static let longestLine = 4095
  /// The most bytes made.
  private static let most = 1 << 24

  /// The bits, the first of a byte highest.
  private(set) var bytes = SecretBytes(count: 1 << 12)
  /// Bits made.
  private(set) var bitCount = 0
  /// Throws read.
  private(set) var count = 0

  /// Reads to the end, or until there is no more room.
  init(_ kind: Kind, _ input: InputBytes) throws(EntropyError) {
    var held: UInt8?
    var check = ThrowCheck(kind)
    var (line, length) = (1, 0)
    while bitCount + 5 <= TypedThrows.most * 8, let letter = try input.next() {
      (line, length) = letter == 10 ? (line + 1, 0) : (line, length + 1)
      if input.isTerminal, length >= TypedThrows.longestLine {
        throw .lineCut(input.name, longest: TypedThrows.longestLine)
      }
      if letter == 32 || letter == 44 || (9...13).contains(letter) { continue }
      guard let value = TypedThrows.value(of: letter, kind) else {
        throw .badLetter(input.name, line: line, kind)
      }
      count += 1
      if kind == .dice { check.add(value) }
      guard let first = held else {
        held = value
        continue
      }
      held = nil
      if kind == .coins, first != value { check.add(first) }
      add(first, value, kind)
    }
    if count == 0 { throw .empty(input.name) }
    guard check.isPassed else { throw .unlikelyThrows(input.name, kind) }
  }

  private static func value(of letter: UInt8, _ kind: Kind) -> UInt8? {
    switch (kind, letter) {
    case (.dice, 0x31...0x36): letter - 0x31
    case (.coins, UInt8(ascii: "H")), (.coins, UInt8(ascii: "h")): 1
    case (.coins, UInt8(ascii: "T")), (.coins, UInt8(ascii: "t")): 0
    default: nil
    }
  }

  /// Of the 36 pairs of rolls, 32 count, each as 5 bits. Of the pairs of tosses, the unequal ones
  /// count (von Neumann).
  private mutating func add(_ first: UInt8, _ second: UInt8, _ kind: Kind) {
    switch kind {
    case .dice:
      let pair = first * 6 + second
      guard pair < 32 else { return }
      for place in (0..<5).reversed() { append(pair >> UInt8(place) & 1) }
    case .coins:
      if first != second { append(first) }
    }
  }

  private mutating func append(_ bit: UInt8) {
    let place = bitCount
    if place / 8 == bytes.count { bytes = bytes.resized(2 * bytes.count, keeping: bytes.count) }
    bytes.withMutableBytes { $0[place / 8] |= bit << UInt8(7 - place % 8) }
    bitCount += 1
  }

  consuming func takeBytes() -> SecretBytes { bytes }

  /// Whole bytes.
  var byteCount: Int { bitCount / 8 }
}

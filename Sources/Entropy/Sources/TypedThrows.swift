internal import Pad

/// Rolls of a die or tosses of a coin that a person typed or wrote down, turned into bits that are
/// exactly uniform if the die or the coin is steady and the throws are independent.
package struct TypedThrows: ~Copyable {
  package enum Kind: String, Sendable {
    case dice
    case coins

    var faces: Int { self == .dice ? 6 : 2 }
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

  /// Reads to the end, or until there is no more room. `repeats` is the search for parts of earlier
  /// throws of this kind.
  init(_ kind: Kind, _ input: InputBytes, _ repeats: inout RepeatSearch?) throws(EntropyError) {
    var block: [UInt8] = []
    var check = ThrowCheck(kind, after: repeats)
    var (line, length) = (1, 0)
    while bitCount + 128 <= TypedThrows.most * 8, let letter = try input.next() {
      (line, length) = letter == 10 ? (line + 1, 0) : (line, length + 1)
      if input.isTerminal, length >= TypedThrows.longestLine {
        throw .lineCut(input.name, longest: TypedThrows.longestLine)
      }
      if letter == 32 || letter == 44 || (9...13).contains(letter) { continue }
      guard let value = TypedThrows.value(of: letter, kind) else {
        throw .badLetter(input.name, line: line, kind)
      }
      count += 1
      check.add(value)
      block.append(value)
      if block.count == Arrangement.longest {
        append(Arrangement(block, faces: kind.faces))
        block = []
      }
    }
    if count == 0 { throw .empty(input.name) }
    try check.check(input.name)
    repeats = check.repeats
    append(Arrangement(block, faces: kind.faces))
  }

  private static func value(of letter: UInt8, _ kind: Kind) -> UInt8? {
    switch (kind, letter) {
    case (.dice, 0x31...0x36): letter - 0x31
    case (.coins, UInt8(ascii: "H")), (.coins, UInt8(ascii: "h")): 1
    case (.coins, UInt8(ascii: "T")), (.coins, UInt8(ascii: "t")): 0
    default: nil
    }
  }

  private mutating func append(_ arrangement: Arrangement) {
    for bit in (0..<arrangement.count).reversed() {
      let place = bitCount
      if place / 8 == bytes.count { bytes = bytes.resized(2 * bytes.count, keeping: bytes.count) }
      let value = UInt8(truncatingIfNeeded: arrangement.bits >> UInt128(bit) & 1)
      bytes.withMutableBytes { $0[place / 8] |= value << UInt8(7 - place % 8) }
      bitCount += 1
    }
  }

  consuming func takeBytes() -> SecretBytes { bytes }

  /// How many bytes are whole.
  var byteCount: Int { bitCount / 8 }
}

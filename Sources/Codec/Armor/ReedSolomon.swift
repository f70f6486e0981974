/// A systematic Reed–Solomon code over GF(32): blocks of 26 data symbols and 4 check symbols, the
/// (31, 27) code shortened by one, with the roots α¹ … α⁴ (Reed and Solomon, 1960). The first
/// symbol is the coefficient of x²⁹.
///
/// Both maps that every block goes through, data to checks and block to syndromes, are linear,
/// so each is a table with four packed bytes for every symbol in every place.
package struct ReedSolomon: Sendable {
  /// Data symbols in a block.
  package static let dataCount = 26
  /// Check symbols in a block: twice the number of wrong symbols that can be mended.
  package static let checkCount = 4
  /// Symbols in a block.
  package static let blockCount = dataCount + checkCount

  private let checks = ReedSolomon.checkTable
  private let syndromes = ReedSolomon.syndromeTable

  package init() {}

  /// Replaces the last 4 of the 30 symbols of `block` with the checks of the first 26.
  package func encode(_ block: inout [UInt8]) {
    precondition(block.count == ReedSolomon.blockCount, "a block has 30 symbols")
    let sum = ReedSolomon.sum(checks, block, places: ReedSolomon.dataCount)
    for index in 0..<ReedSolomon.checkCount {
      block[ReedSolomon.dataCount + index] = UInt8(truncatingIfNeeded: sum >> (8 * index))
    }
  }

  /// The four values of `block`, 30 symbols, at the roots; all zero for a word of the code.
  func syndromes(of block: [UInt8]) -> [UInt8] {
    let sum = ReedSolomon.sum(syndromes, block, places: ReedSolomon.blockCount)
    return (0..<ReedSolomon.checkCount).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }

  func isCode(_ block: [UInt8]) -> Bool {
    ReedSolomon.sum(syndromes, block, places: ReedSolomon.blockCount) == 0
  }

  /// The checks of two adjacent symbols in the first 26 places, packed into four bytes: an entry
  /// for each of 1024 pairs in each of 13 places. Used to write large messages.
  static let pairChecks: [UInt32] = (0..<dataCount / 2 * 1024).map { index in
    let place = (index >> 10) * 2
    return checkTable[place << 5 | index >> 5 & 31] ^ checkTable[(place + 1) << 5 | index & 31]
  }

  /// The table for reading data letters, 256 entries for each of 26 places: the letter's checks,
  /// packed into four bytes, below its value; or the value `Base32.none`.
  static let readLetters: [UInt64] = (0..<dataCount << 8).map { index in
    let value = Base32.values[index & 0xff]
    if value == Base32.none { return UInt64(value) << 32 }
    return UInt64(value) << 32 | UInt64(checkTable[(index >> 8) << 5 | Int(value)])
  }

  /// The checks of each symbol at each place, all others being zero. A shift register moves by one
  /// symbol a place, and feeds the symbol that it shifts out back, times the generator.
  private static let checkTable: [UInt32] = {
    let polynomial = generator()
    let feedback = table(places: 1) { _, symbol in
      polynomial.dropFirst().map { GaloisField32.multiply(symbol, $0) }
    }
    var checks = [UInt32](repeating: 0, count: dataCount * 32)
    for symbol in 0..<32 {
      var register = feedback[symbol]
      for place in (0..<dataCount).reversed() {
        checks[place << 5 | symbol] = register
        register = register >> 8 ^ feedback[Int(register & 31)]
      }
    }
    return checks
  }()

  private static let syndromeTable = table(places: blockCount) { place, symbol in
    (1...checkCount).map {
      let exponent = $0 * (blockCount - 1 - place) % GaloisField32.order
      return GaloisField32.multiply(symbol, GaloisField32.power(exponent))
    }
  }

  private static func sum(_ table: [UInt32], _ block: [UInt8], places: Int) -> UInt32 {
    var sum: UInt32 = 0
    for place in 0..<places { sum ^= table[place << 5 | Int(block[place])] }
    return sum
  }

  private static func table(places: Int, _ column: (Int, UInt8) -> [UInt8]) -> [UInt32] {
    (0..<places * 32).map { index in
      column(index >> 5, UInt8(index & 31)).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// (x − α)(x − α²)(x − α³)(x − α⁴), the highest coefficient, which is one, first.
  private static func generator() -> [UInt8] {
    (1...checkCount).reduce([1]) { product, exponent in
      zip(product + [0], [0] + product).map {
        $0 ^ GaloisField32.multiply($1, GaloisField32.power(exponent))
      }
    }
  }
}

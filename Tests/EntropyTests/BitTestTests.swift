import Glibc
import System
import TestSupport
import Testing

@testable import Entropy

@Suite("The tests of SP 800-22")
struct BitTestTests {
  /// An example from SP 800-22 rev. 1a: bits and p-value.
  struct Example: Sendable, CustomTestStringConvertible {
    let section: String
    let bits: String
    let p: Double
    let test: @Sendable (Span<UInt8>) -> Double?

    var testDescription: String { section }
  }

  /// The first 100 bits of π, which the document uses throughout.
  private static let pi =
    "11001001000011111101101010100010001000010110100011"
    + "00001000110100110001001100011001100010100010111000"

  static let examples = [
    Example(section: "2.1.4", bits: "1011010101", p: 0.527089, test: { BitTests.frequency($0) }),
    Example(section: "2.1.8", bits: pi, p: 0.109599, test: { BitTests.frequency($0) }),
    Example(
      section: "2.2.4", bits: "0110011010", p: 0.801252,
      test: { BitTests.blockFrequency($0, length: 3) }),
    Example(
      section: "2.2.8", bits: pi, p: 0.706438, test: { BitTests.blockFrequency($0, length: 10) }),
    Example(section: "2.3.4", bits: "1001101011", p: 0.147232, test: { BitTests.runs($0) }),
    Example(section: "2.3.8", bits: pi, p: 0.500798, test: { BitTests.runs($0) }),
    Example(
      section: "2.4.8",
      bits: "11001100000101010110110001001100111000000000001001001101010100010001001111010110"
        + "100000001101011111001100111001101101100010110010", p: 0.180609,
      test: { BitTests.longestRun($0) }),
    Example(
      section: "2.5.4", bits: "01011001001010101101", p: 0.741948,
      test: { MatrixRank.test($0, size: 3) }),
    Example(
      section: "2.11.4, first", bits: "0011011101", p: 0.808792,
      test: { PatternTests.serial($0, length: 3).0 }),
    Example(
      section: "2.11.4, second", bits: "0011011101", p: 0.670320,
      test: { PatternTests.serial($0, length: 3).1 }),
    Example(
      section: "2.12.4", bits: "0100110101", p: 0.261961,
      test: { PatternTests.approximateEntropy($0, length: 3) }),
    Example(
      section: "2.12.8", bits: pi, p: 0.235301,
      test: { PatternTests.approximateEntropy($0, length: 2) }),
    Example(
      section: "2.13.4", bits: "1011010111", p: 0.4116588, test: { BitTests.cumulativeSums($0) }),
    Example(
      section: "2.13.8, forward", bits: pi, p: 0.219194, test: { BitTests.cumulativeSums($0) }),
    Example(
      section: "2.13.8, backward", bits: pi, p: 0.114866,
      test: { BitTests.cumulativeSums($0, isReverse: true) }),
  ]

  @Test("The examples of SP 800-22 are reproduced", arguments: examples)
  func published(_ example: Example) throws {
    let bits = example.bits.utf8.map { $0 - 0x30 }
    let found = example.test(bits.span)
    let p = try #require(found)
    // Section 2.5.4 rounds its probabilities to four digits.
    #expect(abs(p - example.p) < (example.section == "2.5.4" ? 1e-4 : 2e-6), "\(p)")
  }

  @Test("The fast transform agrees with the definition", arguments: [10, 37, 100, 128])
  func spectrum(_ count: Int) throws {
    let random = Seeded(for: "spectrum")
    let bits = (0..<count).map { _ in UInt8(random.number(in: 0...1)) }
    let limit = (log(1 / 0.05) * Double(count)).squareRoot()
    let below = (0..<count / 2).filter { frequency in
      var (real, imaginary) = (0.0, 0.0)
      for (place, bit) in bits.enumerated() {
        let angle = 2 * Double.pi * Double(frequency * place) / Double(count)
        real += (2 * Double(bit) - 1) * cos(angle)
        imaginary += (2 * Double(bit) - 1) * sin(angle)
      }
      return (real * real + imaginary * imaginary).squareRoot() < limit
    }.count
    let deviation = Double(below) - 0.95 * Double(count) / 2
    let expected = erfc(abs(deviation) / (2 * Double(count) * 0.95 * 0.05 / 4).squareRoot())
    let found = Spectrum.test(bits.span)
    try #expect(abs(#require(found) - expected) < 1e-9)
  }

  @Test("The first 100000 bits of e have the ranks of section 2.5.8")
  func rank() throws {
    let bits = bitsOfE(100_000)
    #expect(bits.prefix(16) == [1, 0, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0])
    let found = MatrixRank.test(bits.span)
    let p = try #require(found)
    #expect(abs(p - 0.532069) < 2e-6, "\(p)")
  }

  /// e = 2 + 1/2! + 1/3! + …, in fixed point with 32 bits a word.
  private func bitsOfE(_ count: Int) -> [UInt8] {
    let words = count / 32 + 3
    var term = [UInt32](repeating: 0, count: words)
    (term[0], term[1]) = (1, 0)
    var sum = term
    sum[0] = 2
    var (divisor, first) = (UInt64(2), 0)
    while first < words {
      var rest: UInt64 = 0
      for place in first..<words {
        let value = rest << 32 | UInt64(term[place])
        term[place] = UInt32(value / divisor)
        rest = value % divisor
      }
      var carry: UInt64 = 0
      var place = words - 1
      while place >= first || carry != 0 {
        let value = UInt64(sum[place]) + (place >= first ? UInt64(term[place]) : 0) + carry
        sum[place] = UInt32(truncatingIfNeeded: value)
        carry = value >> 32
        place -= 1
        if place < 0 { break }
      }
      while first < words, term[first] == 0 { first += 1 }
      divisor += 1
    }
    // 10.1011…: two bits before the point.
    let fraction = (0..<count).map { UInt8(sum[1 + $0 / 32] >> UInt32(31 - $0 % 32) & 1) }
    return Array(([1, 0] + fraction).prefix(count))
  }

  @Test("The incomplete gamma function matches its closed forms", arguments: [0.01, 0.5, 2, 9, 60])
  func gamma(_ x: Double) {
    #expect(abs(IncompleteGamma.upper(1, x) - exp(-x)) < 1e-13)
    #expect(abs(IncompleteGamma.upper(0.5, x) - erfc(x.squareRoot())) < 1e-13)
    #expect(abs(IncompleteGamma.upper(3, x) - exp(-x) * (1 + x + x * x / 2)) < 1e-13)
  }
}

import System
import TestSupport
import Testing

@testable import Entropy

@Suite("The battery")
struct BatteryTests {
  private func results(_ bytes: [UInt8]) -> [TestResult] {
    var battery = Battery()
    let half = bytes.count / 3
    battery.add(bytes.span.extracting(0..<half))
    battery.add(bytes.span.extracting(half..<bytes.count))
    return battery.results()
  }

  @Test("Good bytes pass everything, and nothing is left out")
  func good() {
    let bytes = Seeded(seed: 2026).bytes(9000)
    let found = results(bytes)
    #expect(found.count == 17)
    #expect(found.allSatisfy { $0.verdict != .fail }, "\(found)")
    #expect(results(Seeded(seed: 2026).bytes(10_000)).last?.name == "SP 800-90B min-entropy")
  }

  /// A way to spoil a byte, and the test that detects it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let test: String
    let spoil: @Sendable (UInt8) -> UInt8

    var testDescription: String { test }
  }

  static let faults = [
    Fault(test: "byte chi-square", spoil: { $0 & 0xfe }),
    Fault(test: "mean", spoil: { max($0, 0x30) }),
    Fault(test: "FIPS 140-2", spoil: { $0 & 0xfd }),
    Fault(test: "SP 800-22 frequency", spoil: { $0 | 0x10 }),
    // As many ones as zeros, in pairs.
    Fault(test: "SP 800-22 runs", spoil: { ($0 & 0x55) * 3 }),
    Fault(test: "SP 800-22 approximate entropy", spoil: { $0 & 0xf0 | $0 >> 4 }),
  ]

  @Test("Bytes with one fault fail the test for it", arguments: faults)
  func faulty(_ fault: Fault) {
    let found = results(Seeded(seed: 8).bytes(9000).map(fault.spoil))
    #expect(found.first { $0.name == fault.test }?.verdict == .fail, "\(found)")
  }

  @Test("Bytes that correlate with their neighbours are detected")
  func correlated() {
    let bytes = Seeded(seed: 9).bytes(9000)
    let smooth = zip(bytes, bytes.dropFirst()).map { UInt8((Int($0) + Int($1)) / 2) }
    #expect(results(smooth).first { $0.name == "serial correlation" }?.verdict == .fail)
    #expect(results([UInt8](repeating: 0, count: 9000)).allSatisfy { $0.verdict == .fail })
  }

  @Test("Values that are too even fail as those that are too uneven do")
  func even() {
    var bytes = (0..<64 * 256).map { UInt8($0 & 0xff) }
    var random = Seeded(seed: 10)
    bytes.shuffle(using: &random)
    let found = results(bytes)
    #expect(found.filter { $0.verdict == .fail }.map(\.name) == ["byte chi-square"], "\(found)")
    // Published: the chance of less than 205.42 is 1 %, for 255 degrees of freedom.
    #expect(abs(chiSquareEnds(205.4214, degrees: 255) - 0.02) < 1e-4)
    #expect(abs(chiSquareEnds(310.4574, degrees: 255) - 0.02) < 1e-4)
  }

  @Test("Blocks that fail too rarely are as strange as those that fail too often")
  func flawless() {
    var fips = FIPS140()
    let perfect = Seeded(seed: 11)
    var block: [UInt8] = []
    repeat {
      block = (0..<FIPS140.blockBits).map { _ in UInt8(perfect.next() & 1) }
      fips = FIPS140()
      fips.add(block.span)
    } while fips.failed > 0
    for _ in 1..<2000 { fips.add(block.span) }
    // (1 − 0.0008)²⁰⁰⁰ = 0.2018, at either end.
    #expect(abs((fips.result.p ?? 0) - 0.4036) < 0.001)
  }

  /// A linear congruential generator, and the byte of its state that is used.
  struct Congruence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let factor: UInt64
    let offset: UInt64
    let modulus: UInt64
    let shift: UInt64
    var count = 200_000

    func bytes() -> [UInt8] {
      var state: UInt64 = 12345
      return (0..<count).map { _ in
        state = (state &* factor &+ offset) % modulus
        return UInt8(truncatingIfNeeded: state >> shift)
      }
    }
  }

  static let congruences = [
    Congruence(
      testDescription: "ANSI C", factor: 1_103_515_245, offset: 12345, modulus: 1 << 31, shift: 16),
    Congruence(testDescription: "69069", factor: 69069, offset: 1, modulus: 1 << 32, shift: 24),
    Congruence(
      testDescription: "MINSTD", factor: 16807, offset: 0, modulus: 0x7fff_ffff, shift: 0),
    Congruence(
      testDescription: "drand48", factor: 0x5_deec_e66d, offset: 11, modulus: 1 << 48, shift: 40,
      count: 1_000_000),
  ]

  @Test("Linear congruential generators are detected by their lattice", arguments: congruences)
  func congruential(_ congruence: Congruence) {
    let found = results(congruence.bytes())
    #expect(found.filter { $0.verdict == .fail }.map(\.name) == ["birthday spacings"], "\(found)")
  }

  @Test("One spacing that comes twice is as unlikely as Poisson's distribution says")
  func spacings() throws {
    let random = Seeded(seed: 15).bytes(1007)
    // Numbers that come twice have a spacing of 0: eight bytes are one number, and nine are two.
    func chance(copying count: Int) throws -> Double {
      let bytes = random.prefix(500) + random[100..<100 + count] + random[500 + count..<1007]
      let found = BirthdaySpacings.test(Array(bytes).span)
      return try #require(found)
    }
    try #expect(chance(copying: 8) == 1)
    try #expect(abs(chance(copying: 9) * 4 * 0x1p64 / 1e9 - 1) < 1e-6)
    #expect(BirthdaySpacings.test(random.span.extracting(0..<255)) == nil)
  }

  private func search(_ bytes: [UInt8]) -> (place: Int, earlier: Int)? {
    var search = RepeatSearch(length: 32)
    for byte in bytes { search.add(UInt16(byte)) }
    return search.found
  }

  @Test("A part that came before is found wherever it was and is", arguments: [0, 900_001])
  func repeats(_ earlier: Int) throws {
    var bytes = Seeded(seed: 12).bytes(2_000_000)
    #expect(search(bytes) == nil)
    bytes += bytes[earlier..<earlier + 4096]
    let found = try #require(search(bytes))
    #expect(found.place - found.earlier == 2_000_000 - earlier)
    #expect((2_000_000..<2_001_000).contains(found.place))
    // While nothing was left out, 32 bytes are enough, and 31 are not.
    let few = Seeded(seed: 13).bytes(5000)
    #expect(search(few + few[70..<102]).map { [$0.place, $0.earlier] } == [5000, 70])
    #expect(search(few + few[70..<101]) == nil)
  }

  @Test("A fault in one place only is found, and the place is named")
  func places() {
    let good = Seeded(seed: 14).bytes(3_000_000)
    func runs(_ bytes: [UInt8], size: Int?) -> TestResult {
      var battery = Battery(size: size)
      for start in stride(from: 0, to: bytes.count, by: 70_000) {
        battery.add(bytes.span.extracting(start..<min(bytes.count, start + 70_000)))
      }
      let name = "SP 800-22 runs"
      return battery.results().first { $0.name == name }!
    }
    for (start, place) in [(1_434_000, "in the middle"), (2_869_000, "at the end")] {
      var bytes = good
      for index in start..<start + 131_000 { bytes[index] = (bytes[index] & 0x55) * 3 }
      let found = runs(bytes, size: bytes.count)
      #expect(found.verdict == .fail && found.detail == place, "\(found)")
      if place == "in the middle" { #expect(runs(bytes, size: nil).verdict != .fail) }
    }
  }
}

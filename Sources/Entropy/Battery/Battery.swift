internal import Glibc
internal import Pad

/// The statistical tests of finished bytes (vernam-randomness(7)). Counts and the FIPS tests cover
/// all bytes, SP 800-22 the first 2²⁰ bits, SP 800-90B the first million bytes.
package struct Battery: ~Copyable {
  private static let bitTestBytes = 1 << 17
  private static let estimatedBytes = 1_000_000

  private var statistics = ByteStatistics()
  private var fips = FIPS140()
  private var head = SecretBytes(count: estimatedBytes)
  private var headCount = 0
  private var block = SecretBytes(count: FIPS140.blockBits)
  private var blockFilled = 0

  package init() {}

  /// Bytes so far.
  package var count: Int { statistics.count }

  package mutating func add(_ bytes: Span<UInt8>) {
    statistics.add(bytes)
    let kept = min(bytes.count, Battery.estimatedBytes - headCount)
    let start = headCount
    head.withMutableBytes { $0.copy(bytes.extracting(0..<kept), at: start) }
    headCount += kept
    addToFIPS(bytes)
  }

  private mutating func addToFIPS(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      let (byte, start) = (bytes[index], blockFilled)
      block.withMutableBytes { bits in
        for place in 0..<8 { bits[start + place] = byte >> UInt8(7 - place) & 1 }
      }
      blockFilled += 8
      if blockFilled == FIPS140.blockBits {
        blockFilled = 0
        block.withBytes { fips.add($0) }
      }
    }
  }

  /// All verdicts; fewer for few bytes.
  package func results() -> [TestResult] {
    var results = statistics.results
    if fips.blocks > 0 { results.append(fips.result) }
    head.withBytes { head in
      results += Battery.bitResults(head.extracting(0..<min(headCount, Battery.bitTestBytes)))
      if let found = Battery.estimate(head.extracting(0..<headCount)) { results.append(found) }
    }
    return results
  }

  private static func bitResults(_ bytes: Span<UInt8>) -> [TestResult] {
    guard bytes.count >= 16 else { return [] }
    var bits = SecretBytes(count: bytes.count * 8)
    bits.withMutableBytes { bits in
      for index in bits.indices { bits[index] = bytes[index / 8] >> UInt8(7 - index % 8) & 1 }
    }
    return bits.withBytes { bits in
      // The longest patterns that the standard advises for this many bits.
      let room = Int(log2(Double(bits.count)))
      let serial = PatternTests.serial(bits, length: min(16, room - 3))
      let found: [(String, Double?)] = [
        ("frequency", BitTests.frequency(bits)),
        ("block frequency", BitTests.blockFrequency(bits, length: 128)),
        ("runs", BitTests.runs(bits)),
        ("longest run", BitTests.longestRun(bits)),
        ("matrix rank", bits.count >= 38_912 ? MatrixRank.test(bits) : nil),
        ("spectrum", Spectrum.test(bits)),
        ("cumulative sums, forward", BitTests.cumulativeSums(bits)),
        ("cumulative sums, backward", BitTests.cumulativeSums(bits, isReverse: true)),
        (
          "approximate entropy", PatternTests.approximateEntropy(bits, length: min(10, room - 6))
        ),
        ("serial, first", serial.0), ("serial, second", serial.1),
      ]
      return found.compactMap { name, p in p.map { TestResult("SP 800-22 \(name)", p: $0) } }
    }
  }

  /// The estimators are made for raw noise; perfect bytes miss these limits only if there are few
  /// of them.
  private static func estimate(_ bytes: Span<UInt8>) -> TestResult? {
    guard bytes.count >= 10_000 else { return nil }
    let assessment = Assessment(bytes, bitLimit: 1_000_000)
    let least = bytes.count >= estimatedBytes ? 6.0 : 4.5
    let lowest = assessment.lowest.map(\.estimator.rawValue) ?? ""
    return TestResult(
      "SP 800-90B min-entropy", passes: assessment.perSample >= least,
      detail: "\(assessment.perSample.text(3)) of 8 bits a byte (\(lowest)), from \(least.text(1))")
  }
}

extension FIPS140 {
  /// The chance that a perfect block fails.
  private static let rate = 8e-4

  var result: TestResult {
    // The chance of at least this many failed blocks.
    var (p, less) = (1.0, 0.0)
    for failures in 0..<failed {
      less += exp(FIPS140.logChance(failures, of: blocks))
    }
    p -= less
    if failed > 0 { p = max(p, exp(FIPS140.logChance(failed, of: blocks))) }
    return TestResult(
      "FIPS 140-2", p: min(p, 1),
      detail: "\(failed) of \(blocks) blocks fail (monobit \(monobit), poker \(poker), "
        + "runs \(runs), long run \(longRun))")
  }

  private static func logChance(_ failures: Int, of blocks: Int) -> Double {
    lgamma(Double(blocks + 1)) - lgamma(Double(failures + 1))
      - lgamma(Double(blocks - failures + 1)) + Double(failures) * log(rate)
      + Double(blocks - failures) * log1p(-rate)
  }
}

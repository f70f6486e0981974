internal import Glibc
internal import Pad

/// The statistical tests of finished bytes (vernam-randomness(7)). Counts, the FIPS tests and the
/// search for repeats cover all bytes; SP 800-22 covers 2²⁰ bits, SP 800-90B and birthday spacings
/// a million bytes, at the beginning, in the middle and at the end.
package struct Battery: ~Copyable {
  private static let bitTestBytes = 1 << 17

  private var statistics = ByteStatistics()
  private var fips = FIPS140()
  private var repeats = RepeatSearch(length: 32)
  private var windows: FileWindows
  private var block = SecretBytes(count: FIPS140.blockBits)
  private var blockFilled = 0

  /// `size` is the number of bytes, if it is known: without it, the middle is not examined.
  package init(size: Int? = nil) { windows = FileWindows(size: size) }

  /// Bytes so far.
  package var count: Int { statistics.count }

  package mutating func add(_ bytes: Span<UInt8>) {
    statistics.add(bytes)
    for index in bytes.indices { repeats.add(UInt16(bytes[index])) }
    windows.add(bytes)
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
    var results = statistics.results + [Battery.result(of: repeats)]
    if fips.blocks > 0 { results.append(fips.result) }
    var looks: [[TestResult]] = []
    windows.forEach(Battery.bitTestBytes) { looks.append(Battery.bitResults($1, place: $0)) }
    results += looks[0].indices.map { test in TestResult.worst(looks.map { $0[test] }) }
    var spacings: [TestResult] = []
    var estimates: [(place: String, assessment: Assessment)] = []
    windows.forEach(FileWindows.length) { place, bytes in
      if let p = BirthdaySpacings.test(bytes) {
        spacings.append(TestResult("birthday spacings", p: p, detail: place))
      }
      // Perfect bytes miss the limits only if there are few of them.
      guard bytes.count >= 10_000 else { return }
      estimates.append((place, Assessment(bytes, bitLimit: 1_000_000)))
    }
    if !spacings.isEmpty { results.append(TestResult.worst(spacings)) }
    if let least = estimates.min(by: { $0.assessment.perSample < $1.assessment.perSample }) {
      results.append(Battery.estimate(least.assessment, place: least.place, of: count))
    }
    return results
  }

  private static func result(of repeats: RepeatSearch) -> TestResult {
    let detail = repeats.found.map {
      "the bytes from \($0.place) on repeat those from \($0.earlier) on"
    }
    return TestResult("repeats", passes: detail == nil, detail: detail ?? "")
  }

  private static func bitResults(_ bytes: Span<UInt8>, place: String) -> [TestResult] {
    guard bytes.count >= 16 else { return [] }
    var bits = SecretBytes(count: bytes.count * 8)
    bits.withMutableBytes { bits in
      for index in bits.indices { bits[index] = bytes[index / 8] >> UInt8(7 - index % 8) & 1 }
    }
    return bits.withBytes { bits in
      // The longest patterns that the standard advises for this many bits.
      let room = Int(log2(Double(bits.count)))
      let serial = PatternTests.serial(bits, length: min(16, room - 3))
      let approximate = PatternTests.approximateEntropy(bits, length: min(10, room - 6))
      // Sums of many squares can be too small as well; of few, their distribution is too coarse.
      let isLong = bits.count >= 1 << 16
      func bothEnds(_ p: Double) -> Double { isLong ? min(1, 2 * min(p, 1 - p)) : p }
      let found: [(String, Double?)] = [
        ("frequency", BitTests.frequency(bits)),
        ("block frequency", BitTests.blockFrequency(bits, length: 128).map(bothEnds)),
        ("runs", BitTests.runs(bits)),
        ("longest run", BitTests.longestRun(bits)),
        ("matrix rank", bits.count >= 38_912 ? MatrixRank.test(bits) : nil),
        ("spectrum", Spectrum.test(bits)),
        ("cumulative sums, forward", BitTests.cumulativeSums(bits)),
        ("cumulative sums, backward", BitTests.cumulativeSums(bits, isReverse: true)),
        ("approximate entropy", bothEnds(approximate)),
        ("serial, first", bothEnds(serial.0)), ("serial, second", bothEnds(serial.1)),
      ]
      return found.compactMap { name, p in
        p.map { TestResult("SP 800-22 \(name)", p: $0, detail: place) }
      }
    }
  }

  /// The estimators are made for raw noise, and give perfect bytes less than 8 bits.
  private static func estimate(
    _ assessment: Assessment, place: String, of count: Int
  ) -> TestResult {
    let least = count >= FileWindows.length ? 6.0 : 4.5
    let lowest = [assessment.lowest?.estimator.rawValue ?? "", place].filter { !$0.isEmpty }
    return TestResult(
      "SP 800-90B min-entropy", passes: assessment.perSample >= least,
      detail: "\(assessment.perSample.text(3)) of 8 bits a byte "
        + "(\(lowest.joined(separator: ", "))), at least \(least.text(1)) to pass")
  }
}

extension FIPS140 {
  /// The chance that a perfect block fails.
  private static let rate = 8e-4

  var result: TestResult {
    // The chances of at least and of at most this many failed blocks.
    let chance = exp(FIPS140.logChance(failed, of: blocks))
    let less = (0..<failed).reduce(0.0) { $0 + exp(FIPS140.logChance($1, of: blocks)) }
    let p = 2 * min(max(1 - less, chance), less + chance)
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

/// The four tests of FIPS 140-2 (change notice 1, §4.9.1) on blocks of 20000 bits. A perfect
/// generator fails about 8 of 10000 blocks.
struct FIPS140 {
  static let blockBits = 20_000

  private(set) var blocks = 0
  private(set) var monobit = 0
  private(set) var poker = 0
  private(set) var runs = 0
  private(set) var longRun = 0
  private(set) var failed = 0

  /// Adds a block of bits, one per byte.
  mutating func add(_ bits: Span<UInt8>) {
    blocks += 1
    var ones = 0
    for index in bits.indices { ones += Int(bits[index]) }
    let failsMonobit = ones <= 9725 || ones >= 10_275
    let failsPoker = FIPS140.failsPoker(bits)
    let (failsRuns, failsLongRun) = FIPS140.failsRuns(bits)
    monobit += failsMonobit ? 1 : 0
    poker += failsPoker ? 1 : 0
    runs += failsRuns ? 1 : 0
    longRun += failsLongRun ? 1 : 0
    failed += failsMonobit || failsPoker || failsRuns || failsLongRun ? 1 : 0
  }

  private static func failsPoker(_ bits: Span<UInt8>) -> Bool {
    var counts = [Int](repeating: 0, count: 16)
    for start in stride(from: 0, to: blockBits, by: 4) {
      var nibble = 0
      for index in start..<start + 4 { nibble = nibble << 1 | Int(bits[index]) }
      counts[nibble] += 1
    }
    let sum = counts.reduce(0) { $0 + $1 * $1 }
    let value = 16.0 / 5000 * Double(sum) - 5000
    return value <= 2.16 || value >= 46.17
  }

  private static let allowed = [
    2315...2685, 1114...1386, 527...723, 240...384, 103...209, 103...209,
  ]

  private static func failsRuns(_ bits: Span<UInt8>) -> (Bool, Bool) {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 6), count: 2)
    var (run, longest) = (0, 0)
    for index in bits.indices {
      run += 1
      longest = max(longest, run)
      if index + 1 == bits.count || bits[index + 1] != bits[index] {
        counts[Int(bits[index])][min(run, 6) - 1] += 1
        run = 0
      }
    }
    let isWrong = counts.contains { zip($0, allowed).contains { !$1.contains($0) } }
    return (isWrong, longest >= 26)
  }
}

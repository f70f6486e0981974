import Glibc
import System
import TestSupport
import Testing

@testable import Entropy

@Suite("The health tests of samples")
struct HealthTestsTests {
  @Test("The cutoffs of the health tests follow the formulas")
  func cutoffs() {
    // qbinom(1 − 2⁻³⁰, 511, 1/2) is 323 by an exact sum.
    let one = HealthTests(entropy: 1)
    #expect(one.repetitionCutoff == 31)
    #expect(one.proportionCutoff == 2 + exactQuantile(0.5))
    #expect(HealthTests(entropy: 2).proportionCutoff == 2 + exactQuantile(0.25))
    #expect(HealthTests(entropy: 0.1).repetitionCutoff == 301)
  }

  /// The quantile, summed from the top with exact probabilities by Pascal's rule.
  private func exactQuantile(_ p: Double) -> Int {
    var chances = [1.0]
    for _ in 0..<511 {
      chances = (0...chances.count).map { k in
        (k < chances.count ? chances[k] * (1 - p) : 0) + (k > 0 ? chances[k - 1] * p : 0)
      }
    }
    var above = 0.0
    for k in (0..<512).reversed() {
      above += chances[k]
      if above > exp2(-30) { return k }
    }
    return 0
  }

  @Test("Too many equal samples fail, in a row and in a window")
  func health() {
    var row = HealthTests(entropy: 1)
    let verdicts = (0..<31).map { _ in row.fails(5) }
    #expect(verdicts.firstIndex(of: true) == 30)
    var window = HealthTests(entropy: 1)
    // Three of four: never four in a row.
    let fails = (0..<512).contains { window.fails($0 % 4 == 3 ? 9 : 5) }
    #expect(fails)
    var fair = HealthTests(entropy: 1)
    let random = Seeded(for: "health")
    let isAlarm = (0..<20_000).contains { _ in fair.fails(random.number(in: 0...3)) }
    #expect(!isAlarm)
  }
}

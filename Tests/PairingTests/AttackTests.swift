import Glibc
import TestSupport
import Testing

@testable import Pairing

#if DEBUG
  /// How often somebody in the middle gets through with two-digit codes: often enough to count.
  @Suite("Somebody in the middle", .serialized, .ownThreads)
  struct AttackTests {
    private static let chance = 0.01
    /// How often a correct program may fail one of these comparisons.
    private static let risk = 1e-9
    /// Nearly always enough: all of them miss once in three million.
    private static let tries = 1500

    /// More runs, which take minutes.
    private static var isLong: Bool { getenv("VERNAM_LONG") != nil }

    @Test("gets through at the predicted rate on each side, and does not improve")
    func relay() async throws {
      let runs = AttackTests.isLong ? 10_000 : 1500
      let found = try await AttackTests.count(runs, Weakening(codes: 100), ManInTheMiddle.relay)
      let expected = Chance.binomial(trials: runs, chance: 0.01, risk: AttackTests.risk)
      for wins in [found.map(\.atListener), found.map(\.atJoiner)] {
        let count = wins.count { $0 }
        #expect(expected.contains(count))
        let early = wins.prefix(runs / 2).count { $0 }
        let even = Chance.firstHalf(of: count, trials: runs, risk: AttackTests.risk)
        #expect(even.contains(early), "\(early) of \(count) in the first half")
      }
      Figures.report(
        "man in the middle, two digits",
        "\(runs) runs, through at the listener \(found.count { $0.atListener }), "
          + "at the joiner \(found.count { $0.atJoiner }); \(expected) expected")
    }

    @Test("gains nothing by trying nonces unless it knows the listener's")
    func grindTowardsListener() async throws {
      let wins = try await AttackTests.wins(Weakening(codes: 100)) {
        try ManInTheMiddle.grindTowardsListener(.nothing, tries: AttackTests.tries)
      }
      #expect(wins.baseRate.contains(wins.count))
      let knowing = try await AttackTests.wins(Weakening(codes: 100)) {
        try ManInTheMiddle.grindTowardsListener(.nonce, tries: AttackTests.tries)
      }
      #expect(knowing.nearlyAll.contains(knowing.count))
      Figures.report(
        "grinding joiner", "\(wins.count) of \(wins.runs), with the nonce known \(knowing.count)")
    }

    @Test(
      "gets nowhere with a nonce of its choice if the joiner checks the commitment")
    func grindTowardsJoiner() async throws {
      let attack = { try ManInTheMiddle.grindTowardsJoiner(tries: AttackTests.tries) }
      let wins = try await AttackTests.wins(Weakening(codes: 100), attack)
      #expect(wins.count == 0)
      let careless = Weakening(codes: 100, forgetsCommitment: true)
      let unasked = try await AttackTests.wins(careless, attack)
      #expect(unasked.nearlyAll.contains(unasked.count))
      Figures.report(
        "grinding listener",
        "\(wins.count) of \(wins.runs), without the commitment \(unasked.count)")
    }

    /// Successes at the listener, which would give the pad.
    private struct Wins {
      let runs: Int
      let count: Int

      var baseRate: ClosedRange<Int> {
        Chance.binomial(trials: runs, chance: AttackTests.chance, risk: AttackTests.risk)
      }

      var nearlyAll: ClosedRange<Int> {
        let miss = pow(1 - AttackTests.chance, Double(AttackTests.tries))
        return Chance.binomial(trials: runs, chance: 1 - miss, risk: AttackTests.risk)
      }
    }

    private static func wins(
      _ weakening: Weakening, _ attack: () throws -> ManInTheMiddle.Success
    ) async throws -> Wins {
      let runs = isLong ? 1000 : 150
      let found = try await count(runs, weakening, attack)
      return Wins(runs: runs, count: found.count { $0.atListener })
    }

    /// Yields after each run: tests share their threads.
    private static func count(
      _ runs: Int, _ weakening: Weakening, _ attack: () throws -> ManInTheMiddle.Success
    ) async throws -> [ManInTheMiddle.Success] {
      var found: [ManInTheMiddle.Success] = []
      for _ in 0..<runs {
        found.append(try Weakening.$current.withValue(weakening) { try attack() })
        await Task.yield()
      }
      return found
    }
  }
#endif

import Pad
import TestSupport

@testable import Vault

/// An enumeration of transfers: stops both ends, together and one alone, at every step and every
/// frame, in every way; recovers both, and checks what they can do.
final class PairEnumeration {
  struct Effort: Sendable {
    /// Power cuts tried at each moment of one end.
    let cuts: Int
    /// One in this many pairs of moments is examined.
    let pairsOneIn: Int
    /// One in this many states pairs again.
    let againOneIn: Int

    static let all = Effort(cuts: 8, pairsOneIn: 1, againOneIn: 8)
    static let suite = Effort(cuts: 2, pairsOneIn: 8, againOneIn: 50)
    static let mutants = Effort(cuts: 4, pairsOneIn: 2, againOneIn: 1000)
  }

  let effort: Effort
  let tools: Enumeration
  var giverSetting = Stage.Setting()
  var takerSetting = Stage.Setting()
  var findings = Findings()
  private let seed: UInt64

  init(_ effort: Effort, seed: UInt64) {
    self.effort = effort
    self.seed = seed
    tools = Enumeration(.suite, seed: seed)
  }

  // MARK: Stops

  /// Every moment that either end can reach, each once.
  struct Lives: @unchecked Sendable {
    var giver: [Moment] = []
    var taker: [Moment] = []
  }

  func lives() async -> Lives {
    var lives = Lives()
    var known: [Set<[Int]>] = [[], []]
    for encounter in Encounter.all {
      let ends = await run(encounter)
      lives.giver += ends.giver.moments.filter { known[0].insert($0.history).inserted }
      lives.taker += ends.taker.moments.filter { known[1].insert($0.history).inserted }
    }
    return lives
  }

  /// Every pair of moments that can coincide. `part`: which share of how many.
  func stop(_ lives: Lives, part: (Int, of: Int) = (0, of: 1)) async {
    for (number, one) in lives.giver.enumerated() where number % part.of == part.0 {
      for (other, two) in lives.taker.enumerated()
      where one.isPossible(beside: two) && !findings.isOver {
        // If only one end has finished, at least every second pair counts.
        let isAlone = one.isLast != two.isLast && tools.one(in: 2)
        guard isAlone || tools.one(in: effort.pairsOneIn) else { continue }
        await examine(one, two, "giver at \(number), taker at \(other)")
      }
    }
  }

  /// Fails each step of one end, and examines where both ends finish.
  func fail() async {
    for role in [PadRole.giver, .taker] {
      let clean = await run(Encounter())
      let steps = (role == .giver ? clean.giver : clean.taker).moments.compactMap(\.step)
      for (number, step) in steps.enumerated() {
        for kind in Fault.Kind.allCases where kind != .kill && kind.suits(step) && !findings.isOver
        {
          let ends = await run(Encounter(fault: (role, kind, number)))
          let (one, two) = (ends.giver.moments.last!, ends.taker.moments.last!)
          await examine(one, two, "\(kind) at \(number) of the \(role)")
        }
      }
    }
  }

  private func run(_ encounter: Encounter) async -> (giver: PairedEnd, taker: PairedEnd) {
    let world = Bases.shared.world(.strangers)
    // The same randomness each time: what two encounters share is one path.
    let stages = [giverSetting, takerSetting].map { setting in
      Stage(world, Bases.shared.cast, setting, random: Seeded(seed: seed))
    }
    let ends = await encounter.run(stages[0], stages[1])
    findings.take(stages.flatMap(\.ledger.violations), "\(encounter)")
    return ends
  }

  // MARK: Looking

  /// Kills and cuts the power of both; each cut of one end meets some outcome of the other.
  private func examine(_ one: Moment, _ two: Moment, _ place: String) async {
    let ways = [one, two].map { tools.outcomes(of: $0.stop, cuts: effort.cuts) }
    for index in 0..<max(ways[0].count, ways[1].count) where !findings.isOver {
      let picked = ways.map { index < $0.count ? $0[index] : $0[number(below: $0.count)] }
      await look(picked[0].1, picked[1].1, "\(place): \(picked[0].0), \(picked[1].0)")
    }
  }

  private func number(below count: Int) -> Int { tools.random.number(in: 0...count - 1) }

  private func look(_ one: World, _ two: World, _ place: String) async {
    let stages = [tools.stage(one, giverSetting), tools.stage(two, takerSetting)]
    let aftermath = Aftermath(
      giver: Session(stages[0]), taker: Session(stages[1], directory: Cast.peerDirectory))
    aftermath.check()
    if tools.one(in: effort.againOneIn) { await aftermath.pairAgain() }
    findings.states += 1
    findings.take(stages.flatMap(\.ledger.violations), place)
  }
}

import Pad
import TestSupport

@testable import Vault

/// Stops both ends of a transfer, together and one alone, at every step and every frame, in every
/// way; recovers both, and looks at what they can do then.
final class PairEnumeration {
  struct Effort: Sendable {
    /// Power cuts of one end at one moment.
    let cuts: Int
    /// Of so many pairs of moments one is looked at.
    let pairsOneIn: Int
    /// Of so many states one pairs again.
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

  /// All that the two ends can live through, each moment once.
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

  /// Every pair of moments that can be at one time. `part`: of so many, this.
  func stop(_ lives: Lives, part: (Int, of: Int) = (0, of: 1)) async {
    for (number, one) in lives.giver.enumerated() where number % part.of == part.0 {
      for (other, two) in lives.taker.enumerated()
      where one.isPossible(beside: two) && !findings.isOver {
        // Where one end has gone on to its end alone, all pairs count.
        let isAlone = one.isLast != two.isLast && tools.one(in: 2)
        guard isAlone || tools.one(in: effort.pairsOneIn) else { continue }
        await examine(one, two, "giver at \(number), taker at \(other)")
      }
    }
  }

  /// A step that fails at one end, and the ends that both come to.
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
    // The same chance each time: what is common to two encounters is one path.
    let stages = [giverSetting, takerSetting].map { setting in
      Stage(world, Bases.shared.cast, setting, random: Seeded(seed: seed))
    }
    let ends = await encounter.run(stages[0], stages[1])
    findings.take(stages.flatMap(\.ledger.violations), "\(encounter)")
    return ends
  }

  // MARK: Looking

  /// Kills and power cuts of both; each cut of one end beside some way of the other.
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

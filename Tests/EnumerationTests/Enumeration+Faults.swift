import TestSupport

// Steps that fail, instead of steps at which everything stops.
extension Enumeration {
  /// Fails each step of a workload in each way that suits it, then crashes and recovers.
  func fail(_ workload: Workload) {
    let clean = start(workload)
    let steps = watched(clean) { workload.run(Session($0)) }.compactMap(\.step)
    for (number, step) in steps.enumerated() {
      for kind in Fault.Kind.allCases where kind != .kill && kind.suits(step) {
        for _ in 0..<effort.faults where !isOver {
          fail(workload, kind, at: number)
        }
      }
    }
  }

  private func fail(_ workload: Workload, _ kind: Fault.Kind, at number: Int) {
    let stage = start(workload)
    workload.run(Session(stage, fault: fault(kind, number)))
    let place = "\(workload.name), \(kind) at \(number)"
    take(stage.ledger.violations, place)
    let stop = Stop(world: stage.world, step: nil)
    for (way, world) in outcomes(of: stop, cuts: effort.secondCuts) where !isOver {
      examine(world, stage.setting, "\(place), then \(way)")
    }
  }

  /// Fails each step of a recovery, then recovers again.
  func failRecovery(_ world: World, _ setting: Stage.Setting, steps: Int, _ place: String) {
    for number in 0..<steps {
      for kind in [Fault.Kind.failedSync, .shortWrite] where !isOver {
        let stage = stage(world, setting)
        Session(stage, fault: fault(kind, number)).recover()
        let stop = Stop(world: stage.world, step: nil)
        let ways = outcomes(of: stop, cuts: 3)
        let (way, world) = ways[random.number(in: 0...ways.count - 1)]
        let after = self.stage(world, setting)
        let session = Session(after)
        session.recover()
        goOn(after, session, "\(place), its recovery with \(kind) at \(number), then \(way)")
      }
    }
  }

  private func fault(_ kind: Fault.Kind, _ step: Int) -> Fault {
    Fault(kind: kind, step: step, random: Seeded(seed: random.next()))
  }
}

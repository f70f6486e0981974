import TestSupport

/// An enumeration of stops: stops a workload at every step, in every way, recovers, stops that too,
/// and goes on.
final class Enumeration {
  /// How much of what is possible is examined.
  struct Effort {
    /// Power cuts tried at each stop of a workload, and of a recovery.
    let cuts: Int
    let secondCuts: Int
    /// One in this many first states has its recovery stopped as well.
    let recoveriesOneIn: Int
    /// One in this many last states goes on with everything there is to do, the others with one
    /// message.
    let thoroughOneIn: Int
    /// Runs of each fault; they differ in the sectors that it hits.
    let faults: Int
    /// One in this many moments at which a second process cuts in, or follows the first, is tried.
    let momentsOneIn: Int

    static let all = Effort(
      cuts: 16, secondCuts: 6, recoveriesOneIn: 1, thoroughOneIn: 6, faults: 3, momentsOneIn: 1)
    static let suite = Effort(
      cuts: 4, secondCuts: 1, recoveriesOneIn: 10, thoroughOneIn: 12, faults: 1, momentsOneIn: 4)
    static let omissions = Effort(
      cuts: 6, secondCuts: 4, recoveriesOneIn: 2, thoroughOneIn: 4, faults: 3, momentsOneIn: 1)
  }

  /// A moment at which everything can stop: before `step`.
  struct Stop {
    let world: World
    let step: Step?
  }

  let effort: Effort
  let random: Seeded
  var setting = Stage.Setting()
  /// Whether one violation is enough.
  var stopsAtFirst = false
  private(set) var states = 0
  private(set) var violations: [String] = []
  private var cast: Cast { Bases.shared.cast }

  init(_ effort: Effort, seed: UInt64) {
    self.effort = effort
    random = Seeded(seed: seed)
  }

  var isOver: Bool { stopsAtFirst && !violations.isEmpty }

  func stage(_ world: World, _ setting: Stage.Setting) -> Stage {
    var world = world
    world.ledger.forgetViolations()
    return Stage(world, cast, setting, random: Seeded(seed: random.next()))
  }

  // MARK: Stops

  /// Crashes a workload, and then its recovery.
  func crash(_ workload: Workload) {
    let stage = start(workload)
    let stops = watched(stage) { workload.run(Session($0)) }
    take(stage.ledger.violations, "\(workload.name), not stopped")
    for (number, stop) in stops.enumerated() where !isOver {
      let place = "\(workload.name), stopped at \(number)"
      for (way, world) in outcomes(of: stop, cuts: effort.cuts) where !isOver {
        examine(world, stage.setting, "\(place), \(way)")
      }
    }
  }

  /// Sets up the world that a workload starts from.
  func start(_ workload: Workload) -> Stage {
    var setting = setting
    setting.machineID = workload.setting.machineID
    setting.streams = workload.setting.streams
    let stage = stage(Bases.shared.world(workload.start), setting)
    workload.prepare(stage)
    return stage
  }

  /// Recovers and goes on; then stops the recovery at each step, recovers again and goes on.
  func examine(_ world: World, _ setting: Stage.Setting, _ place: String) {
    let stage = stage(world, setting)
    let session = Session(stage)
    let stops = watched(stage) { _ in session.recover() }
    let steps = session.disk.steps
    goOn(stage, session, place)
    guard one(in: effort.recoveriesOneIn) else { return }
    for (number, stop) in stops.dropLast().enumerated() where !isOver {
      for (way, world) in outcomes(of: stop, cuts: effort.secondCuts) where !isOver {
        let stage = self.stage(world, setting)
        let session = Session(stage)
        session.recover()
        goOn(stage, session, "\(place), its recovery stopped at \(number), \(way)")
      }
    }
    failRecovery(world, setting, steps: steps, place)
  }

  func goOn(_ stage: Stage, _ session: Session, _ place: String) {
    session.goOn(
      isNewestFirst: random.next() & 1 == 0, thorough: one(in: effort.thoroughOneIn))
    states += 1
    take(stage.ledger.violations, place)
  }

  /// The moments before each step, and the one after the last.
  func watched(_ stage: Stage, _ body: (Stage) -> Void) -> [Stop] {
    var stops: [Stop] = []
    stage.machine.beforeStep = { [unowned stage] step in
      stops.append(Stop(world: stage.world, step: step))
    }
    body(stage)
    stage.machine.beforeStep = nil
    return stops + [Stop(world: stage.world, step: nil)]
  }

  /// The worlds that a stop can leave.
  func outcomes(of stop: Stop, cuts: Int) -> [(String, World)] {
    let medium = stop.world.medium
    var outcomes = [("a kill", stop.world)]
    if case .write(let inode, let bytes, let offset)? = stop.step, one(in: 2) {
      var world = stop.world
      // A write within one sector arrives whole or not at all: the kernel copies it at once.
      let isSmall =
        offset / FileContents.sectorBytes
        == (offset + bytes.count - 1) / FileContents.sectorBytes
      let part = isSmall ? bytes[...] : bytes.prefix(random.number(in: 0...bytes.count))
      world.medium.changeFile(inode) { $0.write(Array(part), at: offset) }
      outcomes.append(("a kill inside a write", world))
    }
    let all = PowerCut.all(of: medium, limit: cuts, random: random)
    for (number, cut) in all.enumerated() {
      let world = World(medium: medium.cut(cut), ledger: stop.world.ledger)
      outcomes.append(("power cut \(number) of \(all.count)", world))
    }
    return outcomes
  }

  func take(_ found: [String], _ place: String) {
    violations += found.map { "\(place): \($0)" }
  }

  func one(in count: Int) -> Bool { count <= 1 || random.next() % UInt64(count) == 0 }
}

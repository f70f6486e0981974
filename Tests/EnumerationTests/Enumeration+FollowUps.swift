import TestSupport

// A process that is cut short, and another that goes on from what it left until the power fails.
extension Enumeration {
  /// Two processes, the second of which may rely on what is only in the cache.
  struct FollowUp: Sendable {
    let name: String
    let start: Bases.Kind
    var prepare: @Sendable (Stage) -> Void = { _ in }
    /// Whether the second opens the vault before the first does anything.
    var opensFirst = false
    let first: @Sendable (Session) -> Void
    let second: @Sendable (Session) -> Void

    static let all = [
      FollowUp(
        name: "rename after a rename", start: .used,
        first: { $0.rename(to: "robert") }, second: { $0.rename(to: "rob") }),
      FollowUp(
        name: "send after a rename", start: .used, opensFirst: true,
        first: { $0.rename(to: "robert") }, second: { $0.send() }),
      FollowUp(
        name: "send after a send", start: .used,
        first: { $0.send() }, second: { $0.send() }),
      FollowUp(
        name: "send the outbox after a post", start: .used,
        first: { $0.post() }, second: { $0.sendOutbox() }),
      FollowUp(
        name: "read the peer's word after somebody read it", start: .twoPads, opensFirst: true,
        first: { $0.receiveWitness() }, second: { $0.receiveWitness() }),
      FollowUp(
        name: "send after somebody found the vault older", start: .twoPads,
        prepare: { $0.rememberNewer(of: $0.cast.otherPad) },
        first: { $0.send() }, second: { $0.send() }),
      FollowUp(
        name: "receive after somebody found the vault older", start: .twoPads,
        prepare: { $0.rememberNewer(of: $0.cast.pad) },
        first: { $0.send() }, second: { $0.receive(0) }),
      FollowUp(
        name: "recover after a recovery of a book from a backup", start: .used,
        prepare: { $0.restoreMiddleOfBook() },
        first: { $0.recover() }, second: { $0.recover() }),
      FollowUp(
        name: "recover after a recovery of a pad from a backup", start: .used,
        prepare: { $0.restoreMiddle() },
        first: { $0.recover() }, second: { $0.recover() }),
      FollowUp(
        name: "pair after a pairing", start: .used,
        first: { $0.pairOnceMore() },
        second: { session in
          session.recover()
          session.send()
        }),
      FollowUp(
        name: "forget after a forget", start: .twoContacts,
        first: { $0.forget() },
        second: { session in
          session.recover()
          session.send(to: session.cast.otherPad.id)
        }),
    ]
  }

  /// Ends the first process at each step, in each way, and stops the second at each of its own.
  func follow(_ followUp: FollowUp) {
    let steps = watched(begin(followUp)) { followUp.first(Session($0)) }.compactMap(\.step)
    for (number, step) in steps.enumerated() {
      for kind in [Fault.Kind.kill, .failedSync, .shortWrite]
      where kind.suits(step) && !isOver && one(in: effort.momentsOneIn) {
        follow(followUp, kind, at: number)
      }
    }
  }

  private func begin(_ followUp: FollowUp) -> Stage {
    let stage = stage(Bases.shared.world(followUp.start), setting)
    followUp.prepare(stage)
    return stage
  }

  private func follow(_ followUp: FollowUp, _ kind: Fault.Kind, at number: Int) {
    let stage = begin(followUp)
    let second = Session(stage)
    // The first may leave things that make its calls fail.
    second.isDisturbed = true
    if followUp.opensFirst { _ = try? second.vault() }
    let fault = Fault(kind: kind, step: number, random: Seeded(seed: random.next()))
    followUp.first(Session(stage, fault: fault))
    let place = "\(followUp.name), \(kind) at \(number)"
    let stops = watched(stage) { _ in followUp.second(second) }
    take(stage.ledger.violations, place)
    for (stop, moment) in stops.enumerated() {
      for (way, world) in outcomes(of: moment, cuts: effort.secondCuts) where !isOver {
        examine(world, stage.setting, "\(place), the second stopped at \(stop), \(way)")
      }
    }
  }
}

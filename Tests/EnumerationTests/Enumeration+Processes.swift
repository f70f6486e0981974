import TestSupport

// Two processes at once.
extension Enumeration {
  /// An action of a process.
  struct Action: Sendable {
    let name: String
    var start = Bases.Kind.used
    let run: @Sendable (Session) -> Void

    static let all = [
      Action(name: "send") { $0.send() },
      Action(name: "post") { $0.post() },
      Action(name: "send the outbox") { $0.sendOutbox() },
      Action(name: "receive") { $0.receive(0) },
      Action(name: "receive another") { $0.receive(2) },
      Action(name: "forget") { $0.forget() },
      Action(name: "recover") { $0.recover() },
      Action(name: "rename") { $0.rename(to: "robert") },
      Action(name: "pair") { $0.pairOnceMore() },
      Action(name: "close", start: .twoPads) { $0.receiveWitness() },
      Action(name: "merge", start: .twoContacts) { $0.merge() },
    ]

    /// The world in which both can be done; nil if this system has none.
    func start(beside other: Action) -> Bases.Kind? {
      let starts = Set([start, other.start]).subtracting([.used])
      // Pairing needs a world with only one pad.
      let pairs = name == "pair" || other.name == "pair"
      if starts.isEmpty { return .used }
      return starts.count > 1 || pairs ? nil : starts.first
    }
  }

  /// Runs all of the second process before each call of the first.
  func interleave(_ first: Action, _ second: Action) {
    guard let start = first.start(beside: second) else { return }
    let calls = countCalls(from: start) { first.run($0) }
    for call in 0..<calls where !isOver && one(in: effort.momentsOneIn) {
      let stage = stage(Bases.shared.world(start), setting)
      let session = Session(stage)
      session.isDisturbed = true
      before(call, on: stage) { session.beside { second.run($0) } }
      first.run(session)
      goOnAfter(stage, "\(second.name) before call \(call) of \(first.name)")
    }
  }

  /// Kills a process at each of its steps, during another one's delivery.
  func killBeside(_ second: Action) {
    for step in 0..<40 where !isOver {
      let stage = stage(Bases.shared.world(second.start), setting)
      let fault = Fault(kind: .kill, step: step, random: random)
      let session = Session(stage)
      session.receive(4) { session.beside(fault: fault) { second.run($0) } }
      goOnAfter(stage, "\(second.name) killed at \(step) during a delivery")
    }
  }

  private func goOnAfter(_ stage: Stage, _ place: String) {
    let session = Session(stage)
    session.recover()
    goOn(stage, session, place)
  }

  private func countCalls(from start: Bases.Kind, _ body: (Session) -> Void) -> Int {
    let stage = stage(Bases.shared.world(start), setting)
    var calls = 0
    stage.machine.beforeCall = { calls += 1 }
    body(Session(stage))
    return calls
  }

  private func before(_ call: Int, on stage: Stage, _ body: @escaping () -> Void) {
    var calls = 0
    let machine = stage.machine
    machine.beforeCall = { [unowned machine] in
      defer { calls += 1 }
      guard calls == call else { return }
      machine.beforeCall = nil
      body()
    }
  }
}

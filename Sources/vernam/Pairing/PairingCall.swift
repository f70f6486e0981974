internal import Link
internal import Pairing
internal import Wording

/// Attempts to reach the other computer at one address, or through a program, until somebody
/// answers; each obstacle is reported once.
struct PairingCall: Sendable {
  /// A program may connect to another machine each time.
  private static let (pause, programPause): (Duration, Duration) = (.milliseconds(500), .seconds(2))

  private let destination: Destination
  private let pause: Duration
  private let screen: PairingTerminal
  /// What to run on the other computer.
  private let there: String

  /// Nil unless --connect or --through was given. Says what to run on the other computer.
  init?(_ connection: ConnectionOptions, _ screen: PairingTerminal) throws {
    self.screen = screen
    if let address = connection.connectAddress {
      destination = .endpoints([Endpoint(address)])
      pause = PairingCall.pause
      there = "\"vernam pair NAME --listen \(address.port)\""
      screen.context.say("Trying \(address). Run \(there) on the other computer.")
    } else if let program = try connection.program() {
      destination = .program(program)
      pause = PairingCall.programPause
      there = "\"vernam pair NAME --listen ADDRESS:PORT\""
      screen.context.say(
        "Connecting through \(connection.programName ?? "it"). Run \(there) on the other computer, "
          + "with the address and port that the program connects to. \(PairingTerminal.fromAfar)")
    } else {
      return nil
    }
  }

  /// Each call to `pairing` tries once.
  func pair(
    _ pairing: Pairing, until deadline: ContinuousClock.Instant
  ) async throws -> PairingResult {
    var said: Set<String> = []
    while true {
      do throws(PairingError) { return try await pairing.connect(to: destination) } catch {
        guard case .link(.noAnswer(let reason)) = error else { throw error }
        if Task.isCancelled { throw PairingError.link(.cancelled) }
        if ContinuousClock.now >= deadline { throw failure(reason) }
        if let reason, said.insert(reason).inserted { screen.notYet(reason) }
      }
      try? await Task.sleep(for: pause)
      if Task.isCancelled { throw PairingError.link(.cancelled) }
    }
  }

  private func failure(_ reason: String?) -> Failure {
    let what =
      switch destination {
      case .endpoints: "the address, the port and the firewall"
      case .program: "the command of --through"
      }
    return Failure(
      PairingError.link(.noAnswer(reason: reason)).what,
      hint: "run \(there) on the other computer, and check \(what)", code: .unavailable)
  }
}

internal import Link
internal import Pairing
internal import Wording

/// Attempts to connect to one address until somebody answers; each obstacle is reported once.
struct ConnectRetry: Sendable {
  private static let pause: Duration = .milliseconds(500)

  let address: Address
  let screen: PairingTerminal

  /// Each call to `pairing` tries once.
  func connect(
    _ pairing: Pairing, until deadline: ContinuousClock.Instant
  ) async throws -> PairingResult {
    let endpoint = Endpoint(host: address.host ?? "", port: address.port)
    var said: Set<String> = []
    screen.trying(address)
    while true {
      do throws(PairingError) { return try await pairing.connect(to: [endpoint]) } catch {
        guard case .link(.noAnswer(let reason)) = error else { throw error }
        if Task.isCancelled { throw PairingError.link(.cancelled) }
        if ContinuousClock.now >= deadline { throw failure(reason) }
        if let reason, said.insert(reason).inserted { screen.notYet(reason) }
      }
      try? await Task.sleep(for: ConnectRetry.pause)
      if Task.isCancelled { throw PairingError.link(.cancelled) }
    }
  }

  private func failure(_ reason: String?) -> Failure {
    Failure(
      PairingError.link(.noAnswer(reason: reason)).what,
      hint: "run \"vernam pair NAME --listen \(address.port)\" there, and check address, port and "
        + "firewall",
      code: .unavailable)
  }
}

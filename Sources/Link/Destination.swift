/// Whom an end calls.
package enum Destination: Sendable {
  /// Somebody who listens at one of these places.
  case endpoints([Endpoint])
  /// The computer that a program leads to.
  case program(ConnectionCommand)

  /// Connects to the first endpoint that answers (see `Dialer`), or starts the program.
  package func connect(
    until deadline: ContinuousClock.Instant
  ) async throws(LinkError) -> any Connection {
    switch self {
    case .endpoints(let endpoints): try await Dialer.connect(to: endpoints, until: deadline)
    case .program(let command): try await command.connect()
    }
  }

  /// Waits until every program that was started has ended. Its connection must be closed.
  package func finish() async { if case .program(let command) = self { await command.finish() } }
}

extension Destination: CustomStringConvertible {
  package var description: String {
    switch self {
    case .endpoints(let endpoints): endpoints.map(\.description).joined(separator: ", ")
    case .program(let command): command.path
    }
  }
}

extension Destination: ExpressibleByArrayLiteral {
  package init(arrayLiteral endpoints: Endpoint...) { self = .endpoints(endpoints) }
}

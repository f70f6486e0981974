import Link
import System

@testable import Pairing

/// A stranger who speaks the protocol as far as it suits him, and hangs up.
enum Dropper {
  /// Where he hangs up. A caller who sent M2 and a listener who sent M1 are past the opening: the
  /// other end has taken, or is about to take, the step that counts as an attempt.
  enum Step: CaseIterable, Sendable {
    case atOnce, withinFirstMessage, beforeOpening, afterOpening, afterHandshake, afterConfirmation

    static let early: [Step] = [.atOnce, .withinFirstMessage, .beforeOpening]
    static let late: [Step] = [.afterOpening, .afterHandshake, .afterConfirmation]
  }

  private static let request = PadRequest(role: .either)

  /// Calls a listener.
  static func call(_ endpoint: Endpoint, hangingUp step: Step) async throws {
    let connection = try await Dialer.connect(
      to: [endpoint], until: .now + .seconds(5))
    defer { connection.close() }
    if step == .atOnce { return }
    try await connection.write(JoinRequest(from: nil).bytes)
    let messageOne = try await connection.read(exactly: MessageOne.byteCount)
    if step == .beforeOpening { return }
    let handshake = try JoinerHandshake(
      request: request, messageOne: messageOne, randomness: KernelRandomness())
    if step == .withinFirstMessage {
      return try await connection.write([UInt8](handshake.messageTwo.dropLast()))
    }
    try await connection.write(handshake.messageTwo)
    if step == .afterOpening { return }
    let messageThree = try await connection.read(exactly: JoinerHandshake.messageThreeBytes)
    let secrets = try handshake.finish(messageThree)
    if step == .afterHandshake { return }
    try await connection.write(KeyConfirmation.make(by: .joiner, secrets))
  }

  /// Answers a joiner.
  static func answer(_ connection: any Connection, hangingUp step: Step) async throws {
    defer { connection.close() }
    if step == .atOnce { return }
    _ = try await connection.read(exactly: JoinRequest.byteCount)
    let handshake = try ListenerHandshake(request: request, randomness: KernelRandomness())
    if step == .withinFirstMessage {
      return try await connection.write([UInt8](handshake.messageOne.prefix(5)))
    }
    if step == .beforeOpening {
      return try await connection.write([UInt8](handshake.messageOne.dropLast()))
    }
    try await connection.write(handshake.messageOne)
    if step == .afterOpening { return }
    let messageTwo = try await connection.read(exactly: MessageTwo.byteCount)
    let opening = try handshake.answer(messageTwo)
    try await connection.write(opening.messageThree)
    if step == .afterHandshake { return }
    try await connection.write(KeyConfirmation.make(by: .listener, opening.secrets))
  }
}

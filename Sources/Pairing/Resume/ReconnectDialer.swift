internal import Link
internal import Synchronization
internal import System

/// The joiner's way back: it calls the listener again. If somebody else answers, that
/// attempt is lost.
final class ReconnectDialer: Reconnector {
  private let keys: ResumeKeys
  private let live: LiveConnection
  private let pause: Duration
  private let randomness: any Randomness
  /// Connects, until the deadline.
  typealias Dial = @Sendable (ContinuousClock.Instant) async throws(LinkError) -> any Connection
  private let dial: Dial
  private let number = Mutex<UInt64>(0)

  /// `live` holds each connection in turn and closes the previous one.
  init(
    _ keys: ResumeKeys, _ live: LiveConnection, pause: Duration,
    randomness: any Randomness, dial: @escaping Dial
  ) {
    self.keys = keys
    self.live = live
    self.pause = pause
    self.randomness = randomness
    self.dial = dial
  }

  var isStopped: Bool { live.isStopped }

  func reconnect(
    at position: Int, until deadline: ContinuousClock.Instant
  ) async throws(PairingError) -> ResumedConnection? {
    do throws(PairingError) {
      return try await call(at: position, until: deadline)
    } catch {
      switch error {
      case .link(.connectionLost), .link(.timedOut), .link(.noAnswer), .badFrame, .discovery: break
      default: throw error
      }
    }
    try? await Task.sleep(for: pause)
    return nil
  }

  func end() async {}

  private func call(
    at position: Int, until deadline: ContinuousClock.Instant
  ) async throws(PairingError) -> ResumedConnection {
    let number = number.withLock { number in
      number += 1
      return number
    }
    let connection: any Connection
    do throws(LinkError) { connection = try await dial(deadline) } catch { throw .link(error) }
    live.hold(connection)
    connection.limit(to: Session.handshakeTime(until: deadline))
    let resume = try JoinerResume(
      number: number, position: position, keys: keys, randomness: randomness)
    try await connection.send(resume.request.bytes)
    let answer = try await connection.receive(ResumeAnswer.byteCount)
    return ResumedConnection(connection: connection, session: try resume.finish(answer))
  }
}

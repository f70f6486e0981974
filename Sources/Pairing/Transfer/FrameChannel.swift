internal import Link
internal import Pad
internal import Primitives
internal import Vault

/// Sealed frames over a connection, both ways, with the limits of a transfer.
struct FrameChannel: ~Copyable {
  /// The slowest transfer that is tolerated: 64 KiB in 10 s.
  static let slowestBytes = 64 << 10
  static let slowestTime: Duration = .seconds(10)

  private let connection: any Connection
  private var sealing: FrameCipher
  private var opening: FrameCipher

  /// How a pad comes over it.
  var transfer: Provenance.Transfer { connection.isRelayed ? .relayed : .network }

  init(
    _ connection: any Connection, end: End, keys: borrowing KeysByEnd, transcript: [UInt8]
  ) {
    self.connection = connection
    sealing = keys.withKey(of: end) { FrameCipher(key: $0, transcript: transcript) }
    opening = keys.withKey(of: end.other) { FrameCipher(key: $0, transcript: transcript) }
  }

  /// How long the transfer of `bytes` may take.
  static func time(for bytes: Int) -> Duration {
    slowestTime * ((bytes + slowestBytes - 1) / slowestBytes)
  }

  mutating func send(_ kind: FrameKind, _ text: borrowing SecretBytes) async throws(PairingError) {
    try checkStopped()
    let frame = text.withBytes { sealing.seal(kind, $0) }
    try await write(frame)
  }

  /// The same for text that is not secret.
  mutating func send(_ kind: FrameKind, _ text: [UInt8]) async throws(PairingError) {
    try checkStopped()
    try await write(sealing.seal(kind, text.span))
  }

  /// Returns the text of the next frame, which must be of this kind and size and arrive in time. An
  /// ABORT in its place is thrown as such.
  mutating func receive(
    _ kind: FrameKind, bytes: Int, within time: Duration
  ) async throws(PairingError) -> SecretBytes {
    connection.limit(to: time)
    let first = try await connection.receive(1)[0]
    if first == FrameKind.abort.rawValue { throw try await receiveAbort() }
    guard first == kind.rawValue else { throw .badFrame }
    return try await body(kind, bytes: bytes)
  }

  /// Tells the other end, if it still listens.
  mutating func abort(_ reason: AbortReason) async {
    let text = [reason.rawValue]
    connection.limit(to: .seconds(2))
    try? await connection.send(sealing.seal(.abort, text.span))
    await connection.drain()
  }

  /// Skips acknowledgements on a lost connection; throws the ABORT after them.
  mutating func receivePendingAbort() async throws(PairingError) {
    do throws(PairingError) {
      while true { _ = try await receive(.acknowledge, bytes: 8, within: .seconds(1)) }
    } catch .abortedByOther(let reason) { throw .abortedByOther(reason) } catch {}
  }

  /// A stopped command sends nothing but an ABORT.
  private func checkStopped() throws(PairingError) {
    if case .cancelled = connection.failure { throw .link(.cancelled) }
  }

  private func write(_ frame: [UInt8]) async throws(PairingError) {
    connection.limit(to: FrameChannel.time(for: frame.count))
    try await connection.send(frame)
  }

  private mutating func receiveAbort() async throws(PairingError) -> PairingError {
    let reason = try await body(.abort, bytes: 1).withBytes { $0[0] }
    return .abortedByOther(AbortReason(rawValue: reason) ?? .failed)
  }

  private mutating func body(
    _ kind: FrameKind, bytes: Int
  ) async throws(PairingError) -> SecretBytes {
    let sealed = try await connection.receive(bytes + AES256GCM.tagBytes)
    guard let text = opening.open(kind, sealed.span) else { throw .badFrame }
    return text
  }
}

internal import Link
internal import Pad
internal import Primitives
internal import System
internal import Vault

/// The handshake of a connection between two ends that share a pad (vernam-exchange(7),
/// "HANDSHAKE"). Somebody without a pad learns nothing from it: every byte looks random.
struct LinkHandshake: Sendable {
  static let nonceBytes = 32
  static let codeBytes = 16
  /// Bytes of each of its two messages: nonce ‖ code.
  static let messageBytes = nonceBytes + codeBytes
  /// How long all of it may take, the first frame of each end included.
  static let time: Duration = .seconds(10)
  /// How long a program may take until the first byte of the other end comes: it may ask for a
  /// password first.
  static let programTime: Duration = .seconds(60)

  let connection: any Connection
  let randomness: any Randomness

  /// Calls with one key. Throws `.stranger` if the other end does not have it.
  /// - Parameter patience: how long to wait for the first byte; the handshake has its time after that.
  func call(
    _ key: LinkKey, patience: Duration = LinkHandshake.time
  ) async throws(ExchangeError) -> FrameKeys {
    connection.limit(to: patience)
    let own = randomness.bytes(LinkHandshake.nonceBytes)
    try await write(own + LinkHandshake.code("call", by: key.role, own, key))
    var first: [UInt8] = []
    if patience > LinkHandshake.time {
      first = try await read(1)
      connection.limit(to: LinkHandshake.time)
    }
    let answer = LinkHandshake.parts(
      first + (try await read(LinkHandshake.messageBytes - first.count)))
    let nonces = own + answer.nonce
    let expected = LinkHandshake.code("here", by: key.role.other, nonces, key)
    guard equalInConstantTime(answer.code.span, expected.span) else { throw .stranger }
    return FrameKeys(key, nonces: nonces, isCaller: true)
  }

  /// Answers a caller that has one of the keys; any other gets random bytes, and `.stranger` is
  /// thrown.
  func answer(_ keys: [LinkKey]) async throws(ExchangeError) -> FrameKeys {
    connection.limit(to: LinkHandshake.time)
    let call = LinkHandshake.parts(try await read(LinkHandshake.messageBytes))
    let own = randomness.bytes(LinkHandshake.nonceBytes)
    let key = keys.first {
      let expected = LinkHandshake.code("call", by: $0.role.other, call.nonce, $0)
      return equalInConstantTime(call.code.span, expected.span)
    }
    guard let key else {
      try await write(own + randomness.bytes(LinkHandshake.codeBytes))
      throw .stranger
    }
    let nonces = call.nonce + own
    try await write(own + LinkHandshake.code("here", by: key.role, nonces, key))
    return FrameKeys(key, nonces: nonces, isCaller: false)
  }

  /// HMAC-SHA256(link key, "vernam/1 " ‖ purpose ‖ side 1 ‖ nonces)[0 ..< 16]. The side is that of
  /// the end that sends it: otherwise somebody on the way could connect an end with itself.
  private static func code(
    _ purpose: String, by side: PadRole, _ nonces: [UInt8], _ key: LinkKey
  ) -> [UInt8] {
    var code = key.withBytes { HMACSHA256(key: $0) }
    let text = Array("vernam/1 \(purpose)".utf8) + [side.rawValue] + nonces
    code.update(text.span)
    return Array(code.finish().prefix(codeBytes))
  }

  private static func parts(_ message: [UInt8]) -> (nonce: [UInt8], code: [UInt8]) {
    (Array(message.prefix(nonceBytes)), Array(message.dropFirst(nonceBytes)))
  }

  private func read(_ count: Int) async throws(ExchangeError) -> [UInt8] {
    // An end that leaves does not wait for one that says nothing.
    let outcome = await withTaskCancellationHandler {
      do throws(LinkError) {
        return Result<[UInt8], LinkError>.success(try await connection.read(exactly: count))
      } catch { return .failure(error) }
    } onCancel: {
      connection.stop()
    }
    do throws(LinkError) { return try outcome.get() } catch { throw .link(error) }
  }

  private func write(_ message: [UInt8]) async throws(ExchangeError) {
    do throws(LinkError) { try await connection.write(message) } catch { throw .link(error) }
  }
}

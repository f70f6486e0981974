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

  let connection: any Connection
  let randomness: any Randomness

  /// Calls with one key. Throws `.stranger` if the other end does not have it.
  func call(_ key: LinkKey) async throws(ExchangeError) -> FrameKeys {
    connection.limit(to: LinkHandshake.time)
    let own = randomness.bytes(LinkHandshake.nonceBytes)
    try await write(own + LinkHandshake.code("call", by: key.role, own, key))
    let answer = try await read()
    let nonces = own + answer.nonce
    let expected = LinkHandshake.code("here", by: key.role.other, nonces, key)
    guard equalInConstantTime(answer.code.span, expected.span) else { throw .stranger }
    return FrameKeys(key, nonces: nonces, isCaller: true)
  }

  /// Answers a caller that has one of the keys; any other gets random bytes, and `.stranger` is
  /// thrown.
  func answer(_ keys: [LinkKey]) async throws(ExchangeError) -> FrameKeys {
    connection.limit(to: LinkHandshake.time)
    let call = try await read()
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

  private func read() async throws(ExchangeError) -> (nonce: [UInt8], code: [UInt8]) {
    // An end that leaves does not wait for one that says nothing.
    let outcome = await withTaskCancellationHandler {
      do throws(LinkError) {
        let message = try await connection.read(exactly: LinkHandshake.messageBytes)
        return Result<[UInt8], LinkError>.success(message)
      } catch { return .failure(error) }
    } onCancel: {
      connection.stop()
    }
    do throws(LinkError) {
      let message = try outcome.get()
      let nonce = Array(message.prefix(LinkHandshake.nonceBytes))
      return (nonce, Array(message.dropFirst(LinkHandshake.nonceBytes)))
    } catch { throw .link(error) }
  }

  private func write(_ message: [UInt8]) async throws(ExchangeError) {
    do throws(LinkError) { try await connection.write(message) } catch { throw .link(error) }
  }
}

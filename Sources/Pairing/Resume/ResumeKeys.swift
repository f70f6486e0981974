internal import Pad
internal import Primitives

/// The keys that a session keeps in case its connection is lost: nobody without them can take its
/// place. They are gone when the session ends.
final class ResumeKeys: Sendable {
  /// From M1; it tells apart the sessions of one port.
  let session: [UInt8]
  /// th of the handshake.
  let transcript: [UInt8]
  private let shared: SecretBytes
  private let codes: KeysByEnd

  init(
    _ exporter: KeyExchange.Exporter, transcript: [UInt8], session: [UInt8]
  ) throws(PairingError) {
    self.session = session
    self.transcript = transcript
    shared = try exporter.export("resume", transcript)
    codes = try KeysByEnd(exporter, "resume", transcript)
  }

  /// HMAC-SHA256 under the key of `end`, which closes each message that `end` sends.
  func code(of end: End, over message: [UInt8]) -> [UInt8] {
    codes.withKey(of: end) { key in
      var code = HMACSHA256(key: key)
      code.update(message.span)
      return code.finish()
    }
  }

  /// Whether the last 32 bytes of `message` are the code of `end` over `context` and the rest.
  func verifies(_ message: [UInt8], by end: End, after context: [UInt8] = []) -> Bool {
    let text = [UInt8](message.dropLast(HMACSHA256.byteCount))
    let code = [UInt8](message.suffix(HMACSHA256.byteCount))
    return equalInConstantTime(code.span, self.code(of: end, over: context + text).span)
  }

  /// The frame keys of a resumed connection: HKDF-SHA256 (RFC 5869) of what the fresh exchange
  /// exports, with the key that is known only to the two ends of the first one as the salt.
  func frameKeys(
    _ exporter: KeyExchange.Exporter, transcript: [UInt8]
  ) throws(PairingError) -> KeysByEnd {
    let fresh = try KeysByEnd(exporter, "frames", transcript)
    return KeysByEnd(listener: mixed(fresh, .listener), joiner: mixed(fresh, .joiner))
  }

  private func mixed(_ fresh: borrowing KeysByEnd, _ end: End) -> SecretBytes {
    let info = [UInt8]("vernam/1 resumed frames \(end.rawValue)".utf8)
    return fresh.withKey(of: end) { key in
      shared.withBytes { HKDF.derive(from: key, salt: $0, info: info.span, count: 32) }
    }
  }
}

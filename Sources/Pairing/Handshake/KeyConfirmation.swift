internal import Pad
internal import Primitives

/// The message that an end sends once its own person has typed the right code: HMAC-SHA256 under
/// the key of the sending end over "vernam/1 confirm" ‖ th.
///
/// A tampered encapsulation silently gives the two ends different keys; only the codes and this
/// message reveal it.
enum KeyConfirmation {
  static let byteCount = HMACSHA256.byteCount

  static func make(by end: End, _ secrets: borrowing SessionSecrets) -> [UInt8] {
    let transcript = secrets.transcript
    return secrets.confirmations.withKey(of: end) { key in
      var code = HMACSHA256(key: key)
      code.update([UInt8]("vernam/1 confirm".utf8).span)
      code.update(transcript.span)
      return code.finish()
    }
  }

  static func verifies(
    _ received: [UInt8], by end: End, _ secrets: borrowing SessionSecrets
  ) -> Bool {
    equalInConstantTime(received.span, make(by: end, secrets).span)
  }
}

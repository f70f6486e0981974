internal import Primitives

/// The result of exchanging R1 and R2: fresh frame keys, and the other end's position.
struct ResumedSession: ~Copyable {
  /// SHA-256(th ‖ R1 ‖ R2), which replaces th.
  let transcript: [UInt8]
  let frames: KeysByEnd
  /// Frames of the giver that the other end has sent or taken in.
  let position: Int

  init(
    _ exporter: KeyExchange.Exporter, _ request: ResumeRequest, _ answer: ResumeAnswer,
    position: Int, keys: ResumeKeys
  ) throws(PairingError) {
    let messages = keys.transcript + request.bytes + answer.bytes
    let transcript = SHA256.hash(messages.span)
    let frames = try keys.frameKeys(exporter, transcript: transcript)
    self.transcript = transcript
    self.frames = frames
    self.position = position
  }

  /// info of HPKE: "vernam/1 resume" ‖ SHA-256(R1).
  static func info(_ request: ResumeRequest) -> [UInt8] {
    [UInt8]("vernam/1 resume".utf8) + SHA256.hash(request.bytes.span)
  }
}

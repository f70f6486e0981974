internal import Pad
internal import Primitives
internal import Vault

/// Everything that a session derives from the key exchange. Each is exported under its own label
/// followed by th = SHA-256(M1 ‖ M2 ‖ M3), and is 32 bytes long, the pad's id 16:
///
///     "vernam/1 code"              both codes (`CodePair`)
///     "vernam/1 confirm listener"  key of the listener's confirmation; likewise "joiner"
///     "vernam/1 frames listener"   key of the frames that the listener sends; likewise "joiner"
///     "vernam/1 resume"            goes into the frame keys of each connection after the first
///     "vernam/1 resume listener"   key of the listener's answer to a request to resume; "joiner"
///                                  that of the request
///     "vernam/1 pad id"            the pad's id at both ends
struct SessionSecrets: ~Copyable {
  let transcript: [UInt8]
  let codes: CodePair
  let confirmations: KeysByEnd
  let frames: KeysByEnd
  let resume: ResumeKeys
  let padID: PadID

  /// `session` is that of M1.
  init(
    _ exporter: KeyExchange.Exporter, transcript: [UInt8], session: [UInt8]
  ) throws(PairingError) {
    let codes = try exporter.export("code", transcript).withBytes { CodePair($0) }
    let name = try exporter.export("pad id", transcript, count: PadID.byteCount)
    let confirmations = try KeysByEnd(exporter, "confirm", transcript)
    let frames = try KeysByEnd(exporter, "frames", transcript)
    let resume = try ResumeKeys(exporter, transcript: transcript, session: session)
    self.transcript = transcript
    self.resume = resume
    self.codes = codes
    padID = PadID(name.withBytes { $0.publicCopy })
    self.confirmations = confirmations
    self.frames = frames
  }
}

/// One key for each end.
struct KeysByEnd: ~Copyable {
  let listener: SecretBytes
  let joiner: SecretBytes

  init(listener: consuming SecretBytes, joiner: consuming SecretBytes) {
    self.listener = listener
    self.joiner = joiner
  }

  /// The two keys that are exported under `purpose` and the name of an end.
  init(
    _ exporter: KeyExchange.Exporter, _ purpose: String, _ transcript: [UInt8]
  ) throws(PairingError) {
    let listener = try exporter.export("\(purpose) listener", transcript)
    let joiner = try exporter.export("\(purpose) joiner", transcript)
    self.listener = listener
    self.joiner = joiner
  }

  /// Lends the key of `end`.
  func withKey<Result: ~Copyable>(of end: End, _ body: (Span<UInt8>) -> Result) -> Result {
    switch end {
    case .listener: listener.withBytes(body)
    case .joiner: joiner.withBytes(body)
    }
  }
}

extension KeyExchange.Exporter {
  /// `count` bytes under "vernam/1 " ‖ `label` ‖ th.
  func export(
    _ label: String, _ transcript: [UInt8], count: Int = 32
  ) throws(PairingError) -> SecretBytes {
    try export([UInt8]("vernam/1 \(label)".utf8) + transcript, count: count)
  }
}

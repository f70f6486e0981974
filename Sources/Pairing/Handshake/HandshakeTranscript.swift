internal import Primitives

/// Hashes over the messages of the handshake.
enum HandshakeTranscript {
  /// info of HPKE: "vernam/1 pair" ‖ SHA-256(M1).
  static func info(_ messageOne: [UInt8]) -> [UInt8] {
    [UInt8]("vernam/1 pair".utf8) + SHA256.hash(messageOne.span)
  }

  /// th = SHA-256(M1 ‖ M2 ‖ M3).
  static func digest(_ one: [UInt8], _ two: [UInt8], _ three: [UInt8]) -> [UInt8] {
    SHA256.hash((one + two + three).span)
  }
}

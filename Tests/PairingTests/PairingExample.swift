import TestSupport
import Testing

@testable import Pairing

/// The listener of the example in vernam-pairing(7).
struct PairingExample {
  let handshake: Vector

  init() throws { handshake = try PairingExample.vector("the handshake") }

  static func vector(_ name: String) throws -> Vector {
    try #require(try Vector.read("pairing.txt").first { $0.name == name })
  }

  var randomness: FixedRandomness {
    get throws {
      try FixedRandomness([
        handshake.bytes("key-seed"), handshake.bytes("M3"), handshake.bytes("session"),
      ])
    }
  }

  func resumeKeys() throws -> ResumeKeys {
    let opening = try opening()
    return opening.secrets.resume
  }

  func channel(_ connection: MemoryPipe, _ end: End) throws -> FrameChannel {
    let opening = try opening()
    return FrameChannel(
      connection, end: end, keys: opening.secrets.frames, transcript: opening.secrets.transcript)
  }

  func opening() throws -> ListenerHandshake.Opening {
    let listener = try ListenerHandshake(
      request: PadRequest(role: .shape, size: 768, split: 34), randomness: randomness)
    return try listener.answer(handshake.bytes("M2"))
  }
}

import Pad
import TestSupport
import Testing

@testable import Pairing

@Suite("A sealed frame", .ownThreads)
struct FrameCipherTests {
  private static func cipher(key: UInt8 = 1, transcript: UInt8 = 2) -> FrameCipher {
    FrameCipher(
      key: [UInt8](repeating: key, count: 32).span,
      transcript: [UInt8](repeating: transcript, count: 32))
  }

  @Test("opens in its own direction, session, place and kind, and nowhere else")
  func binding() {
    var sealing = FrameCipherTests.cipher()
    let frame = [UInt8](sealing.seal(.data, [9, 9].span).dropFirst())
    let next = [UInt8](sealing.seal(.data, [9, 9].span).dropFirst())
    let cases = [
      ("as it is", 1, 2, frame, FrameKind.data), ("under another key", 3, 2, frame, .data),
      ("in another session", 1, 3, frame, .data), ("in another place", 1, 2, next, .data),
      ("as the last", 1, 2, frame, .last), ("as an ABORT", 1, 2, frame, .abort),
      ("as an acknowledgement", 1, 2, frame, .acknowledge), ("as a hello", 1, 2, frame, .hello),
    ]
    for (index, (name, key, transcript, bytes, kind)) in cases.enumerated() {
      var opening = FrameCipherTests.cipher(key: UInt8(key), transcript: UInt8(transcript))
      let opens = opening.open(kind, bytes.span) != nil
      #expect(opens == (index == 0), "\(name)")
    }
  }
}

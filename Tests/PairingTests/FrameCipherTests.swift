import Pad
import Testing

@testable import Pairing

@Suite("A sealed frame")
struct FrameCipherTests {
  private static func cipher(key: UInt8 = 1, transcript: UInt8 = 2) -> FrameCipher {
    FrameCipher(
      key: [UInt8](repeating: key, count: 32).span,
      transcript: [UInt8](repeating: transcript, count: 32))
  }

  @Test("opens in its own direction, session, place and kind, and nowhere else")
  func binding() {
    var sealing = FrameCipherTests.cipher()
    let first = sealing.seal(.data, [9, 9].span).dropFirst()
    let second = [UInt8](sealing.seal(.data, [9, 9].span).dropFirst())
    let frame = [UInt8](first)
    func opens(_ bytes: [UInt8], as kind: FrameKind = .data, _ cipher: consuming FrameCipher)
      -> Bool
    {
      cipher.open(kind, bytes.span) != nil
    }
    #expect(opens(frame, FrameCipherTests.cipher()))
    #expect(!opens(frame, FrameCipherTests.cipher(key: 3)))
    #expect(!opens(frame, FrameCipherTests.cipher(transcript: 3)))
    #expect(!opens(second, FrameCipherTests.cipher()))
    for kind in [FrameKind.last, .abort, .acknowledge, .hello, .done] {
      #expect(!opens(frame, as: kind, FrameCipherTests.cipher()))
    }
  }
}

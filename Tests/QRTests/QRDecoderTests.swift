import QR
import TestSupport
import Testing

@Suite("Codes in pictures")
struct QRDecoderTests {
  private func picture(of text: [UInt8]) throws -> GrayPicture {
    let pixels = try ScriptedCamera.picture(of: QREncoder().code(text))
    return GrayPicture(width: 640, height: 480, pixels: pixels)
  }

  @Test("of every size are read", arguments: QRCode.capacities)
  func sizes(_ count: Int) throws {
    let text = (0..<count).map { UInt8(ascii: "A") + UInt8($0 % 26) }
    try #expect(QRDecoder().texts(in: picture(of: text)) == [text])
  }

  @Test("are read one after the other, and none is seen where there is none")
  func several() throws {
    let decoder = try QRDecoder()
    for text in ["ONE", "TWO", "TWO"].map({ Array($0.utf8) }) {
      try #expect(decoder.texts(in: picture(of: text)) == [text])
      let wall = GrayPicture(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
      #expect(decoder.texts(in: wall).isEmpty)
    }
  }

  @Test("beside each other are all read")
  func beside() throws {
    let (one, two) = try (picture(of: Array("ONE".utf8)), picture(of: Array("TWO".utf8)))
    let both = GrayPicture(width: 640, height: 960, pixels: one.pixels + two.pixels)
    let texts = try QRDecoder().texts(in: both).map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(texts) == ["ONE", "TWO"])
  }
}

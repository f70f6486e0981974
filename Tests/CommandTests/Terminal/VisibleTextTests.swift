import Pad
import Testing

@testable import Wording

@Suite("Text on a terminal")
struct VisibleTextTests {
  @Test(
    "Bytes that are not UTF-8 are shown as such, longer forms than a character needs too",
    arguments: [
      ([0xE0, 0x9B, 0x9B], #"\xe0\x9b\x9b"#), ([0xF0, 0x82, 0x82, 0x9B], #"\xf0\x82\x82\x9b"#),
      ([0xED, 0xA0, 0x80], #"\u{d800}"#), ([0xC0, 0x9B], #"\xc0\x9b"#), ([0x9B], #"\x9b"#),
      (Array("ä€😀".utf8), "ä€😀"),
    ] as [([UInt8], String)])
  func bytes(_ bytes: [UInt8], _ shown: String) {
    var text = VisibleText()
    let head = text.encode(bytes.span).withBytes { $0.publicCopy }
    let end = text.finish().withBytes { $0.publicCopy }
    #expect(String(decoding: head + end, as: UTF8.self) == shown + "\n")
  }
}

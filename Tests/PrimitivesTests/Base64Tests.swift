import Primitives
import Testing

@Suite("Base 64")
struct Base64Tests {
  @Test(
    "matches RFC 4648, section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ text: String, _ letters: String) {
    #expect(Base64.encode(Array(text.utf8)) == Array(letters.utf8))
  }

  @Test("of many bytes is one line")
  func long() {
    let letters = Base64.encode([UInt8](repeating: 0xFB, count: 75_000))
    #expect(letters.count == 100_000 && !letters.contains(0x0A) && letters.last != 0)
  }
}

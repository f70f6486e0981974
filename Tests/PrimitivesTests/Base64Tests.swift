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

  @Test("has a value for each of its letters, and for no other byte")
  func values() {
    let bits = (0..<48).map { index in
      // 64 values of six bits each.
      (0..<8).reduce(UInt8(0)) { byte, bit in
        let place = index * 8 + bit
        return byte << 1 | UInt8((place / 6) >> (5 - place % 6) & 1)
      }
    }
    #expect(Base64.encode(bits).compactMap(Base64.value) == Array(0..<64))
    #expect((UInt8.min...UInt8.max).count { Base64.value(of: $0) != nil } == 64)
  }
}

import Testing

@testable import Discovery

@Suite("What an offer publishes")
struct AdvertisementTests {
  @Test("Each byte value has a word: short, plain and unlike the others")
  func wordList() {
    #expect(offerWords.count == 256)
    #expect(Set(offerWords).count == 256)
    #expect(offerWords.allSatisfy { (3...8).contains($0.count) })
    #expect(offerWords.joined().unicodeScalars.allSatisfy { ("a"..."z").contains($0) })
  }

  @Test(
    "A name is two words and a number, each from its own part of the randomness",
    arguments: [
      (0, "acorn-acorn-0"), (1, "amber-acorn-0"), (0x0100, "acorn-amber-0"),
      (0x0001_0000, "acorn-acorn-1"), (0x03E8_0000, "acorn-acorn-0"),
      (0xFFFF_FFFF, "winter-winter-535"),
    ] as [(UInt32, String)])
  func name(random: UInt32, expected: String) {
    #expect(instanceName(random) == expected)
    #expect(Advertisement(port: 7, random: random).offer == Offer(name: expected))
  }

  @Test("The TXT record holds its two strings, each after its length")
  func text() {
    let expected = [UInt8(9)] + Array("txtvers=1".utf8) + [3] + Array("v=1".utf8)
    #expect(textRecord() == expected)
  }
}

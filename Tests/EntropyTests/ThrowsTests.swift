import TestSupport
import Testing

@testable import Entropy
@testable import vernam

@Suite("Throws of dice and coins")
struct ThrowsTests {
  @Test("Dice that cover every byte go into the material bit by bit")
  func dice() throws {
    try withTemporaryDirectory { directory in
      // 11 and 56 are pairs 0 and 29; 63 is beyond 31 and is rejected.
      try writeFile("\(directory)/dice", Array("1156 63, 5 6\n11 12 21 22 11 11".utf8))
      let made = try Generator.make(["dice:\(directory)/dice"]).take(100)
      let kernel = try Generator.make([]).take(made.count)
      let bits = "00000" + "11101" + "11101" + "00000" + "00001" + "00110" + "00111"
      let expected = [0, 8, 16, 24, 32].prefix(bits.count / 8).map { start in
        UInt8(bits.dropFirst(start).prefix(8), radix: 2)!
      }
      #expect(zip(made, kernel).map { $0 ^ $1 }.prefix(4) == expected.prefix(4))
    }
  }

  @Test("Only unequal pairs of coin tosses count")
  func coins() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/coins", Array("HT TH HH TT HT HT th th TH HT".utf8))
      let made = try Generator.make(["coins:\(directory)/coins"]).take(9)
      let kernel = try Generator.make([]).take(1)
      #expect(made.count == 1)
      #expect(made[0] ^ kernel[0] == 0b1011_0001)
    }
  }

  @Test(
    "Input that is not throws is refused",
    arguments: [("dice", "1 2 7"), ("dice", "HT"), ("coins", "HTX"), ("dice", " \n")])
  func badThrows(_ kind: String, _ text: String) throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/f", Array(text.utf8))
      #expect(throws: EntropyError.self) { try Generator.make(["\(kind):\(directory)/f"]) }
    }
  }

  @Test(
    "Without a size, throws that give no byte are refused: the material would never end",
    arguments: [
      ["dice:few"], ["dice:sixes"], ["coins:heads"], ["dice:few", "coins:heads"],
      ["dice:few", "extra:text"], ["dice:few", "kernel"],
    ])
  func endless(_ sources: [String]) throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/few", Array("4 1 6".utf8))
      try writeFile("\(directory)/sixes", Array("666566".utf8))
      try writeFile("\(directory)/text", Array("anything".utf8))
      try writeFile("\(directory)/heads", [UInt8](repeating: UInt8(ascii: "H"), count: 8000))
      try writeFile("\(directory)/dice", Array("1156 1156".utf8))
      let paths = sources.map { $0.replacing(":", with: ":\(directory)/") }
      let error = #expect(throws: EntropyError.self) { try Generator.make(paths) }
      #expect(error?.what.hasSuffix("0 bytes and 832 are needed") == true)
      // They become a key if a size is given, or if other throws end the material.
      try #expect(Generator.make(paths, size: 100).take(100).count == 100)
      let whole = try Generator.make(["dice:\(directory)/dice"] + paths)
      try #expect(whole.take(100).count == 2)
    }
  }

  @Test("Made-up throws are refused, but neither fair nor loaded ones")
  func likelihood() throws {
    let cases: [(String, Bool, (Seeded, Int) -> Int)] = [
      ("fair", true, { random, _ in random.number(in: 1...6) }),
      (
        "loaded", true,
        { random, _ in random.number(in: 1...5) == 1 ? 1 : random.number(in: 2...6) }
      ),
      ("ones", false, { _, _ in 1 }),
      ("counted", false, { _, place in place % 6 + 1 }),
      ("four faces", false, { random, _ in random.number(in: 1...4) }),
    ]
    try withTemporaryDirectory { directory in
      for (name, isTaken, roll) in cases {
        var place = 0
        try writeFile(
          "\(directory)/\(name)",
          rolls(4000) { random in
            defer { place += 1 }
            return roll(random, place)
          })
        let made = Result { try Generator.make(["dice:\(directory)/\(name)"], size: 64) }
        #expect(((try? made.get()) != nil) == isTaken, "\(name)")
      }
      for (tosses, isTaken) in [("HT", false), ("HTTH", false), ("H", true), ("HHT", false)] {
        try writeFile("\(directory)/\(tosses)", Array(String(repeating: tosses, count: 4000).utf8))
        let made = Result { try Generator.make(["coins:\(directory)/\(tosses)"], size: 64) }
        #expect(((try? made.get()) != nil) == isTaken, "\(tosses)")
      }
    }
  }

  @Test("Throws that repeat themselves, or continue another source's, are refused")
  func repeatedThrows() throws {
    try withTemporaryDirectory { directory in
      let some = rolls(2400) { $0.number(in: 1...6) }
      for (name, content) in [
        ("some", some), ("twice", some + some), ("more", some + [0x31, 0x34]),
      ] {
        try writeFile("\(directory)/\(name)", content)
      }
      let twice = #expect(throws: EntropyError.self) {
        try Generator.make(["dice:\(directory)/twice"], size: 64)
      }
      #expect(twice?.what.contains("does not look like rolls") == true)
      let more = #expect(throws: EntropyError.self) {
        try Generator.make(["dice:\(directory)/some", "dice:\(directory)/more"], size: 64)
      }
      #expect(more?.what.contains("is already one of the sources") == true)
      try #expect(Generator.make(["dice:\(directory)/some"], size: 64).isCovered)
    }
  }

  @Test("Any number of throws is used in full")
  func manyThrows() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/dice", rolls(400_000) { $0.number(in: 1...6) })
      let made = try Generator.make(["dice:\(directory)/dice"])
      #expect(made.typed[0].throws == 400_000 && made.typed[0].bytes > 100_000)
    }
  }
}

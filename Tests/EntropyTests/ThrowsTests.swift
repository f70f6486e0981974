import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Dice and coins")
struct ThrowsTests {
  @Test(
    "Throws become the bits of their arrangement, and are XORed in bit by bit",
    arguments: [
      ("dice", "1156 63, 5 6\n11 12 21 22 11 11", [0x36, 0xbf, 0xde]),
      (
        "dice",
        // More than one block.
        "4166231552166554331226544132651624435126314253641662315521665433"
          + "12265441326516244351263142536",
        [
          0xa2, 0xa0, 0xa7, 0x90, 0x73, 0xbe, 0xe7, 0xfb, 0x42, 0xfb, 0xd4, 0x6c, 0x45, 0x15, 0xef,
          0x5f, 0xd1, 0x9d, 0x3e, 0xc0, 0xb8, 0x68, 0x30, 0x60, 0x91, 0x46,
        ]
      ),
      ("coins", "HT TH HH TT HT HT th th TH HT", [0xdf, 0x3b]),
    ] as [(String, String, [UInt8])])
  func throwing(_ kind: String, _ text: String, _ expected: [UInt8]) throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/throws", Array(text.utf8))
      let made = try bytes(generator(directory, ["\(kind):\(directory)/throws"]), 100)
      let kernel = try bytes(generator(directory, []), made.count)
      #expect(zip(made, kernel).map { $0 ^ $1 } == expected)
    }
  }

  @Test("Every arrangement of the same throws is as likely, so all their bits are")
  func uniform() {
    for (faces, length) in [(6, 5), (2, 11), (3, 7)] {
      var found: [[Int]: [Int: [UInt128: Int]]] = [:]
      let all = (0..<length).reduce(1) { count, _ in count * faces }
      for number in 0..<all {
        var (rest, values) = (number, [UInt8]())
        for _ in 0..<length {
          values.append(UInt8(rest % faces))
          rest /= faces
        }
        let counts = (0..<faces).map { face in values.count { $0 == face } }
        let made = Arrangement(values, faces: faces)
        found[counts, default: [:]][made.count, default: [:]][made.bits, default: 0] += 1
      }
      for byLength in found.values {
        for (count, times) in byLength {
          // As many different ones as there are, each once.
          #expect(times.count == 1 << count && times.values.allSatisfy { $0 == 1 })
        }
      }
    }
  }

  @Test(
    "Input that is not throws is refused",
    arguments: [("dice", "1 2 7"), ("dice", "HT"), ("coins", "HTX"), ("dice", " \n")])
  func badThrows(_ kind: String, _ text: String) throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/f", Array(text.utf8))
      #expect(throws: EntropyError.self) { try generator(directory, ["\(kind):\(directory)/f"]) }
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
      try writeFile("\(directory)/dice", Array("1156 1156 3425".utf8))
      let paths = sources.map { $0.replacing(":", with: ":\(directory)/") }
      let error = #expect(throws: EntropyError.self) { try generator(directory, paths) }
      #expect(error?.what.hasSuffix("0 bytes, but 832 are needed") == true)
      // They become a key if a size is given, or if other throws end the material.
      try #expect(bytes(generator(directory, paths, size: 100), 100).count == 100)
      let whole = try generator(directory, ["dice:\(directory)/dice"] + paths)
      try #expect(bytes(whole, 100).count == 2)
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
        let made = Result { try generator(directory, ["dice:\(directory)/\(name)"], size: 64) }
        #expect(((try? made.get()) != nil) == isTaken, "\(name)")
      }
      for (tosses, isTaken) in [("HT", false), ("HTTH", false), ("H", true), ("HHT", false)] {
        try writeFile("\(directory)/\(tosses)", Array(String(repeating: tosses, count: 4000).utf8))
        let made = Result { try generator(directory, ["coins:\(directory)/\(tosses)"], size: 64) }
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
        try generator(directory, ["dice:\(directory)/twice"], size: 64)
      }
      #expect(twice?.what.contains("does not look like rolls") == true)
      let more = #expect(throws: EntropyError.self) {
        try generator(directory, ["dice:\(directory)/some", "dice:\(directory)/more"], size: 64)
      }
      #expect(more?.what.contains("is already one of the sources") == true)
      try #expect(generator(directory, ["dice:\(directory)/some"], size: 64).isCovered)
    }
  }

  @Test("Any number of throws is used in full")
  func manyThrows() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/dice", rolls(400_000) { $0.number(in: 1...6) })
      let made = try generator(directory, ["dice:\(directory)/dice"])
      #expect(made.typed[0].throws == 400_000 && made.typed[0].bytes > 100_000)
    }
  }
}

import FrameFixtures
import Glibc
import Pad
import System
import TestSupport
import Testing
import Wording

@testable import Entropy
@testable import vernam

@Suite("Material from several sources")
struct GeneratorTests {
  private func generator(
    _ directory: String, _ sources: [String], size: Int? = nil, seed: UInt64 = 1,
    _ change: (inout Generator.Settings) -> Void = { _ in }
  ) throws -> Generator {
    let names = try sources.map { text throws(EntropyError) in try SourceName(text) }
    var settings = Generator.Settings(sources: names, size: size)
    settings.gate = GateTests.gate
    change(&settings)
    return try Generator(
      settings, randomness: Seeded(seed: seed), storage: Disk(), isStopped: { false })
  }

  private func bytes(_ generator: Generator, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let made = try generator.fill(&span)
    return Array(bytes.prefix(made))
  }

  @Test("Every source changes every part of the material")
  func mixed() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/dice", Array("4 1 6 2 3 1 5 5 2 1".utf8))
      try writeFile("\(directory)/other", Array("5 1 6 2 3 1 5 5 2 1".utf8))
      try writeFile("\(directory)/extra", Array("anything".utf8))
      let alone = try bytes(generator(directory, []), 256)
      var seen = [alone]
      for sources in [
        ["dice:dice"], ["dice:other"], ["extra:extra"], ["dice:dice", "extra:extra"],
      ] {
        let paths = sources.map { $0.replacing(":", with: ":\(directory)/") }
        try seen.append(bytes(generator(directory, paths, size: 256), 256))
      }
      try seen.append(bytes(generator(directory, [], seed: 2), 256))
      for (place, one) in seen.enumerated() {
        for other in seen[(place + 1)...] {
          let isAlike = stride(from: 0, to: 256, by: 32).contains {
            one[$0..<$0 + 32] == other[$0..<$0 + 32]
          }
          #expect(!isAlike)
        }
      }
      // The kernel's part is the same each time, so that the rest can be told apart.
      try #expect(bytes(generator(directory, []), 256) == alone)
    }
  }

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
      #expect(error?.what.hasSuffix("0 bytes, and 832 are needed") == true)
      // They become a key if a size is given, or if other throws end the material.
      try #expect(bytes(generator(directory, paths, size: 100), 100).count == 100)
      let whole = try generator(directory, ["dice:\(directory)/dice"] + paths)
      try #expect(bytes(whole, 100).count == 2)
    }
  }

  @Test("Only affirmed frames, or throws for every byte, make the claim")
  func claim() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/frames", PGM.file(Scene.white.frames(8, seed: 5)))
      try writeFile("\(directory)/dice", rolls(4000) { $0.number(in: 1...6) })
      let frames = "frames:\(directory)/frames"
      let affirmed = try generator(directory, [frames]) { $0.isSecretSource = true }
      _ = try bytes(affirmed, 1000)
      #expect(affirmed.isCovered)
      #expect(affirmed.record.given?.contains("as affirmed") == true)
      try #expect(!generator(directory, [frames]).isCovered)
      try #expect(!generator(directory, [], size: 64) { $0.isSecretSource = true }.isCovered)
      try #expect(generator(directory, ["dice:\(directory)/dice"], size: 1000).isCovered)
      try #expect(!generator(directory, ["dice:\(directory)/dice"], size: 2000).isCovered)
      let classical = try generator(directory, [frames]) {
        ($0.isSecretSource, $0.usesVonNeumann) = (true, true)
      }
      #expect(!classical.isCovered)
    }
  }

  /// Bits of which two in five are ones, as raw hardware might give them.
  private func rawBits(_ count: Int) -> [UInt8] {
    let random = Seeded(seed: 15)
    return (0..<count).map { _ in
      (0..<8).reduce(0) { byte, _ in byte << 1 | (random.next() % 5 < 2 ? 1 : 0) }
    }
  }

  @Test("Raw bits of hardware are judged as frames are, and credited only if they are affirmed")
  func bits() throws {
    try withTemporaryDirectory { directory in
      let piece = RawLayout.bytes.shape.count
      // The last piece is not full, and one begins as a JPEG does.
      var raw = rawBits(9 * piece + 100)
      raw.replaceSubrange(piece..<piece + 3, with: [0xff, 0xd8, 0xff])
      try writeFile("\(directory)/raw", raw)
      let affirmed = try generator(directory, ["bits:\(directory)/raw"]) {
        $0.isSecretSource = true
      }
      let bound = affirmed.noise[0].bound.credited
      // A byte has 8 × 0.74 bits of min-entropy.
      #expect(bound > 1 && bound < 2.95, "\(bound)")
      let made = try bytes(affirmed, 1 << 20)
      #expect(affirmed.noise[0].frames == 9)
      #expect(Double(made.count) > 9 * Double(piece) * bound / 8 * 0.8)
      #expect(affirmed.isCovered && affirmed.isPhysical)
      #expect(affirmed.record.source.contains("raw noise of a device (9 frames"))
      #expect(affirmed.record.given?.contains("noise that is raw, secret") == true)
      try #expect(!generator(directory, ["bits:\(directory)/raw"]).isCovered)
      // A counter, and a byte for each bit.
      try writeFile("\(directory)/counter", (0..<9 * piece).map { UInt8($0 / 3 & 255) })
      try writeFile("\(directory)/letters", rawBits(9 * piece).map { 0x30 + $0 % 2 })
      for name in ["counter", "letters"] {
        #expect(throws: EntropyError.self) {
          try generator(directory, ["bits:\(directory)/\(name)"])
        }
      }
    }
    for path in ["/dev/urandom", "/dev/random", "/dev/hwrng"] {
      let error = #expect(throws: EntropyError.self) { try SourceName("bits:\(path)") }
      #expect(error?.what == "\(path) is not raw noise")
    }
  }

  @Test("Bytes that a device conditioned are credited only on its word, and stop if it breaks")
  func device() throws {
    try withTemporaryDirectory { directory in
      let own = Seeded(seed: 16).bytes(1000)
      try writeFile("\(directory)/own", own)
      let source = ["hwrng:\(directory)/own"]
      let plain = try generator(directory, source)
      let made = try bytes(plain, 1000)
      try #expect(zip(made, bytes(generator(directory, []), 1000)).map { $0 ^ $1 } == own)
      #expect(!plain.isCovered && plain.record.source.contains("bytes of a device, uncredited"))
      let trusted = try generator(directory, source) { $0.trustedDevice = "TPM" }
      #expect(trusted.isCovered && trusted.isPhysical)
      let given = "that TPM makes its bytes of physical noise, as its owner affirms"
      #expect(trusted.record.given == given)
      try #expect(!generator(directory, []) { $0.trustedDevice = "TPM" }.isCovered)
      for (name, broken) in [
        ("stuck", [UInt8](repeating: 7, count: 1000)), ("again", own + own.prefix(40)),
      ] {
        try writeFile("\(directory)/\(name)", broken)
        let part = try generator(directory, ["hwrng:\(directory)/\(name)"])
        #expect(throws: EntropyError.self) { try bytes(part, 1100) }
      }
    }
  }

  private func rolls(_ count: Int, _ roll: (Seeded) -> Int) -> [UInt8] {
    let random = Seeded(for: "rolls")
    return (0..<count).map { _ in UInt8(0x30 + roll(random)) }
  }

  @Test("A source given twice is refused: the two could cancel each other out")
  func sameSource() throws {
    try withTemporaryDirectory { directory in
      let throwing = rolls(40) { $0.number(in: 1...6) }
      for name in ["dice", "copy", "frames/one"] {
        if name.hasPrefix("frames") { try Disk().createDirectory("\(directory)/frames") }
        try writeFile("\(directory)/\(name)", throwing)
      }
      try #require(symlink("\(directory)/dice", "\(directory)/link") == 0)
      try #require(link("\(directory)/dice", "\(directory)/second") == 0)
      for (first, second) in [
        ("dice:dice", "dice:dice"), ("dice:dice", "dice:copy"), ("dice:link", "dice:dice"),
        ("dice:dice", "extra:second"), ("extra:dice", "extra:copy"), ("frames:dice", "extra:link"),
        ("frames:frames", "extra:frames/one"), ("extra:frames/one", "frames:frames"),
      ] {
        let paths = [first, second].map { $0.replacing(":", with: ":\(directory)/") }
        let error = #expect(throws: EntropyError.self) { try generator(directory, paths, size: 64) }
        #expect(error?.what.contains("is already one of the sources") == true, "\(paths)")
      }
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

  @Test("A record is read as it was written, and other text is not a record")
  func record() throws {
    let record = MaterialRecord(
      byteCount: 1064, source: "noise, XORed", given: "luck", details: [("limit", "1")])
    let read = try #require(MaterialRecord(record.text))
    #expect(read.byteCount == 1064 && read.source == "noise, XORed" && read.given == "luck")
    for text in [
      "", "vernam-material: 2\nbytes: 1\nsource: x\n", "bytes: 1\nsource: x\n",
      "vernam-material: 1\nsource: x\n", "vernam-material: 1\nbytes: x\nsource: x\n",
      "vernam-material: 1\nbytes: 1\n",
    ] { #expect(MaterialRecord(text) == nil) }
  }

  @Test("Von Neumann's recipe fails on the real frames, and says so")
  func classical() throws {
    for sensor in ["ccd12", "cmos8"] {
      guard let frames = try RealFrames.read(sensor) else { continue }
      let part = VonNeumannMaterial(Recording(Array(frames.prefix(2))))
      var bytes = [UInt8](repeating: 0, count: 20_000)
      var span = bytes.mutableSpan
      _ = try part.add(to: &span)
      #expect(abs(part.deviation) > 10, "\(part.deviation)")
    }
  }

  @Test("Low bits of 1 give a 0 and those of 2 a 1; those of 0 and 3 give nothing")
  func vonNeumann() throws {
    let frame = Frame(FrameShape(width: 1024, height: 1, bits: 8))
    frame.withMutableSamples { samples in
      for (place, value) in [4, 5, 6, 7, 6, 5, 0, 3, 1, 1, 2, 2, 5, 6, 8, 9, 1].enumerated() {
        samples[place] = UInt16(value)
      }
    }
    let part = VonNeumannMaterial(Recording([frame]))
    var bytes: [UInt8] = [0, 0, 0]
    var span = bytes.mutableSpan
    try #expect(part.add(to: &span) == 1)
    #expect(bytes[0] == 0b0110_0011)
  }
}

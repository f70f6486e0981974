import Glibc
import System
import TestSupport
import Testing

@Suite("Material and its provenance, from generate to both ends")
struct GenerateTests {
  /// 4000 throws of a die, from a seed.
  static func rolls() -> [UInt8] {
    let random = Seeded(seed: 6)
    return (0..<4000).map { _ in UInt8(0x30 + random.number(in: 1...6)) }
  }

  @Test("Kept material claims nothing in a second pad")
  func kept() throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/dice", GenerateTests.rolls())
      let material = "\(directory)/material"
      try alice.succeed([
        "generate", "--size", "1K", "-o", material, "--source", "dice:\(directory)/dice",
      ])
      for name in ["bob", "carol"] {
        try alice.succeed([
          "pair", name, "--carry", "\(directory)/\(name).pad", "--material", material, "--keep",
        ])
      }
      try #expect(
        alice.succeed(["status", "-v", "bob"]).contains(
          "secret      for good, given dice whose bias never"))
      let plain =
        "secrecy     rests on dice or coins; \"vernam status -v bob\" shows what that assumes\n"
      try #expect(alice.succeed(["status", "bob"]).contains(plain))
      let second = try alice.succeed(["status", "-v", "carol"])
      #expect(!second.contains("for good") && second.contains("a file of unknown origin"))
    }
  }

  /// Makes material, pairs alice with bob by carried file, and returns both ends' status.
  private func grades(
    _ source: [String], _ files: [String: [UInt8]], status: [String] = ["-v"]
  ) throws -> [String] {
    try withTemporaryDirectory { directory in
      let (alice, bob) = (
        End(directory, "alice", peer: "bob"), End(directory, "bob", peer: "alice")
      )
      for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
      for (name, bytes) in files { try writeFile("\(directory)/\(name)", bytes) }
      let sources = source.map { $0.replacing("HERE", with: directory) }
      let material = "\(directory)/material"
      try alice.succeed(["generate", "--size", "1K", "-o", material] + sources)
      try alice.succeed([
        "pair", "bob", "--carry", "\(directory)/carried", "--material", material,
      ])
      for wiped in [material, material + ".provenance"] {
        try #expect(Disk().attributes(at: wiped) == nil)
      }
      try bob.succeed(["pair", "alice", "--from", "\(directory)/carried"])
      return try [alice, bob].map { try $0.succeed(["status"] + status) }
    }
  }

  @Test("Dice for every byte, carried by hand, are unconditional at both ends, given the dice")
  func dice() throws {
    let texts = try grades(["--source", "dice:HERE/dice"], ["dice": GenerateTests.rolls()])
    for text in texts {
      #expect(text.contains("secret      for good, given dice whose bias never"))
      #expect(text.contains("4000 throws of dice"))
    }
    #expect(texts[1].contains("made on alice's computer, according to that computer, from "))
    for json in try grades(
      ["--source", "dice:HERE/dice"], ["dice": GenerateTests.rolls()], status: ["--json"])
    { #expect(json.contains("\"grade\":\"unconditional\"")) }
  }

  @Test("The kernel's bytes alone are computational, and status says why")
  func kernel() throws {
    for text in try grades([], [:]) {
      #expect(text.contains("secret      unless someone can guess the random numbers"))
      #expect(!text.contains("for good"))
    }
  }

  @Test("A record that does not match its file makes no claim")
  func foreignRecord() throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/dice", GenerateTests.rolls())
      let made = "\(directory)/made"
      try alice.succeed([
        "generate", "--size", "768", "-o", made, "--source", "dice:\(directory)/dice",
      ])
      let record = try readFile(made + ".provenance")
      try writeFile("\(directory)/other", [UInt8](repeating: 7, count: 2000))
      try writeFile("\(directory)/other.provenance", record)
      try alice.succeed([
        "pair", "bob", "--carry", "\(directory)/carried", "--material", "\(directory)/other",
      ])
      let text = try alice.succeed(["status", "-v"])
      #expect(text.contains("a file of unknown origin"))
      #expect(!text.contains("for good"))
    }
  }

  @Test("A file that appears at one of its names meanwhile is left alone, and nothing else is left")
  func appearing() throws {
    for name in ["out", "out.provenance"] {
      try withTemporaryDirectory { directory in
        let end = End(directory, "alice", peer: "bob")
        try #require(mkfifo("\(directory)/dice", 0o600) == 0)
        try writeFile("\(directory)/0", [])
        let running = try end.start(
          [
            "generate", "--size", "1K", "-o", "\(directory)/out", "--source",
            "dice:\(directory)/dice",
          ], in: directory)
        // This opens once the program reads, and it has checked the names before that.
        let dice = open("\(directory)/dice", O_WRONLY)
        try writeFile("\(directory)/\(name)", Array("precious".utf8))
        let rolls = GenerateTests.rolls()
        #expect(rolls.withUnsafeBytes { write(dice, $0.baseAddress, $0.count) } == rolls.count)
        close(dice)
        try #expect(running.finish().status == 73)
        try #expect(readFile("\(directory)/\(name)") == Array("precious".utf8))
        try #expect(Disk().list(directory).filter { $0.hasPrefix("out") } == [name])
      }
    }
  }

  @Test(
    "A record that is not printable claims nothing",
    arguments: [
      "source: dice\ngiven: ", "source: two  spaces\ngiven: luck",
      "source: dice\ngiven: a\u{202e}b",
    ])
  func claims(_ lines: String) throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/made", [UInt8](repeating: 7, count: 1088))
      try writeFile(
        "\(directory)/made.provenance",
        Array("vernam-material: 1\nbytes: 1088\n\(lines)\n".utf8))
      let outcome = try alice.run([
        "pair", "bob", "--carry", "\(directory)/carried", "--material", "\(directory)/made",
      ])
      #expect(
        outcome.status == 0 && outcome.errors.contains("vernam cannot say how good the bytes of ")
      )
      try #expect(!alice.succeed(["status", "-v"]).contains("for good"))
    }
  }

  @Test("A signal ends it and leaves no file", arguments: [SIGINT, SIGTERM, SIGQUIT])
  func signal(_ signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try writeFile("\(directory)/0", [])
      let running = try end.start(
        ["generate", "--size", "64G", "-o", "\(directory)/out"], in: directory)
      try wait(for: "a file") {
        try running.holdsUnnamedFile(in: directory) || !running.errorsSoFar().isEmpty
      }
      try #require(running.errorsSoFar().isEmpty)
      running.send(signal)
      try #expect(running.finish().status == 128 + Int(signal))
      try #expect(!Disk().list(directory).contains { $0.hasPrefix("out") })
    }
  }

  @Test("vernam test tells random bytes from others, for people and as JSON")
  func test() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let good = try end.run(["test", "-"], bytes: Seeded(seed: 4).bytes(9000))
      #expect(good.status == 0, "\(good.text)")
      #expect(good.text.contains("a pass does not prove that bytes are secret"))
      let bad = try end.run(["test", "--json", "-"], bytes: [UInt8](repeating: 1, count: 9000))
      #expect(bad.status == 65)
      #expect(bad.text.contains("\"verdict\":\"fail\""))
      let some = Seeded(seed: 4).bytes(40_000)
      try writeFile("\(directory)/again", some + some.prefix(20_000))
      let again = try end.run(["test", "\(directory)/again"])
      #expect(
        again.status == 65 && again.text.contains("the bytes from 40000 on repeat those from 0 on"))
      let few = try end.run(["test", "-"], bytes: [1, 2, 3])
      #expect(few.status == 65)
      #expect(few.errors.contains("too few to test"))
    }
  }
}

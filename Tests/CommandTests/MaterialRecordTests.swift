import System
import TestSupport
import Testing

@Suite("Material and its provenance, from generate to both ends")
struct MaterialRecordTests {
  @Test("Kept material claims nothing in a second pad")
  func kept() throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/dice", Dice.rolls())
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
        alice.succeed(["status", "-v", "bob"]).contains("secret      for good, given fair dice"))
      let plain =
        "secrecy     rests on dice, coins or a camera: it is secret for good, if what -v shows"
      try #expect(alice.succeed(["status", "bob"]).contains(plain))
      let second = try alice.succeed(["status", "-v", "carol"])
      #expect(!second.contains("for good") && second.contains("a file of unknown origin"))
    }
  }

  /// Makes material, pairs alice with bob by carried file, and returns both ends' status.
  private func grades(_ source: [String], _ files: [String: [UInt8]]) throws -> [String] {
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
      return try [alice, bob].map { try $0.succeed(["status", "-v"]) }
    }
  }

  @Test("Dice for every byte, carried by hand, are unconditional at both ends, given the dice")
  func dice() throws {
    let texts = try grades(["--source", "dice:HERE/dice"], ["dice": Dice.rolls()])
    for text in texts {
      #expect(text.contains("secret      for good, given fair dice"))
      #expect(text.contains("4000 throws of dice"))
    }
  }

  @Test("The kernel's bytes alone are computational, and status says why")
  func kernel() throws {
    for text in try grades([], [:]) {
      #expect(text.contains("secret      unless someone can predict the random generator"))
      #expect(!text.contains("for good"))
    }
  }

  @Test("A record that does not match its file makes no claim")
  func foreignRecord() throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/dice", Dice.rolls())
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
        outcome.status == 0 && outcome.errors.contains("vernam cannot say how good these bytes are")
      )
      try #expect(!alice.succeed(["status", "-v"]).contains("for good"))
    }
  }
}

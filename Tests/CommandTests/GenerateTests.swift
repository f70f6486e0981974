import Glibc
import Pad
import System
import TestSupport
import Testing

@Suite("Material and its provenance, from generate to both ends")
struct GenerateTests {
  /// 4000 throws of a die, from a seed.
  private static func rolls() -> [UInt8] {
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
        alice.succeed(["status", "-v", "bob"]).contains("secret      for good, given steady dice"))
      let plain =
        "secrecy     rests on dice or coins: it is secret for good, if what -v shows is true"
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
      #expect(text.contains("secret      for good, given steady dice"))
      #expect(text.contains("4000 throws of dice"))
    }
    for json in try grades(
      ["--source", "dice:HERE/dice"], ["dice": GenerateTests.rolls()], status: ["--json"])
    { #expect(json.contains("\"grade\":\"unconditional\"")) }
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

  @Test(
    "A mistake prints one line and one hint, and leaves no file",
    arguments: [
      (["--source", "frames:HERE/zeros"], 65, "is not a PGM file"),
      (["--source", "frames:GREY,64x64:HERE/zeros"], 65, "have only 1 value"),
      (["--source", "frames:HERE/none"], 66, "there is no file HERE/none"),
      (["--source", "noise:HERE/zeros"], 64, "is not a source"),
      (["--source", "dice:-", "--source", "extra:-"], 64, "only one source can be"),
      (
        ["--source", "dice:HERE/dice", "--size", "1M"], 0,
        "as good as the kernel's random generator"
      ),
      (["--source", "dice:HERE/few"], 69, "dice give 0 bytes, and 832 are needed"),
      (["--source", "frames:GREY,1x1:HERE/zeros"], 65, "fewer than 1024 samples"),
      (["--source", "frames:HERE/dot"], 65, "fewer than 1024 samples"),
      (
        ["--source", "frames:GREY,1x1:HERE/zeros", "--extractor", "von-neumann"], 65,
        "fewer than 1024 samples"
      ),
      (["-o", "HERE/dice"], 73, "File exists"),
      (["-o", "-"], 64, "this command writes to a file only"),
      (["--source", "frames:GREY,1000x1000:HERE/zeros"], 65, "ends inside a frame"),
      (["--source", "frames:SRGGB10P,63x64:HERE/zeros"], 64, "does not fill whole bytes"),
      (["--source", "frames:GREY,8x1:HERE/jpeg"], 65, "is a JPEG"),
      (["--source", "frames:HERE/jpeg"], 65, "is a JPEG"),
      (["--source", "frames:HERE/cut"], 65, "ends inside a frame"),
      (["--source", "frames:HERE/maxima"], 65, "another size or maximum"),
      (["--source", "frames:HERE/bright"], 65, "above its maximum of 15"),
      (
        ["--source", "dice:HERE/seven"], 65, "line 2 of HERE/seven has something other than 1 to 6"
      ),
      (["--source", "dice:HERE/ones"], 65, "ones does not look like rolls of dice"),
      (
        ["--source", "dice:HERE/dice", "--source", "dice:HERE/dice"], 64,
        "is already one of the sources"
      ),
      (["--extractor", "von-neumann"], 64, "needs --source frames:PATH"),
      (["-o", ""], 64, "needs a file name"),
      (["--trust-device", "TPM"], 64, "--trust-device needs --source hwrng:PATH"),
      (
        ["--trust-device", "a\u{7}b", "--source", "hwrng:HERE/zeros"], 64,
        "--trust-device needs the name of a device"
      ),
      (["--secret-source"], 64, "--secret-source needs --source frames:PATH or bits:PATH"),
      (["--source", "bits:/dev/urandom"], 64, "/dev/urandom is not raw noise"),
      (["--source", "hwrng:HERE/zeros"], 65, "a value came too often"),
      (["--source", "bits:HERE/zeros"], 65, "only 1 value"),
      (["--size", "767"], 64, "--size must be at least 768 bytes"),
      (["-o", "HERE/dice/out"], 73, "Not a directory"),
      (["--source", "frames:GREY,1024x1024:HERE/sparse"], 65, "have only 1 value"),
      (["--source", "frames:SBGGR16,1024x1024:HERE/sparse"], 65, "have only 1 value"),
      (["--source", "frames:HERE/sparse"], 65, "is not a PGM file"),
      (["--source", "dice:HERE/sparse"], 65, "something other than 1 to 6"),
      (["--source", "coins:HERE/sparse"], 65, "something other than H and T"),
      (
        ["--source", "extra:HERE/sparse", "--size", "1K"], 0,
        "as good as the kernel's random generator"
      ),
    ] as [([String], Int, String)])
  func mistakes(_ arguments: [String], _ status: Int, _ error: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try writeFile("\(directory)/zeros", [UInt8](repeating: 0, count: 64 * 64 * 300))
      try writeFile("\(directory)/dice", GenerateTests.rolls())
      try writeFile("\(directory)/few", Array("1 2 1 4".utf8))
      try writeFile("\(directory)/seven", Array("4 1 6\n2 7 1".utf8))
      try writeFile("\(directory)/ones", [UInt8](repeating: UInt8(ascii: "1"), count: 4000))
      try writeFile("\(directory)/jpeg", [0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70])
      try writeFile("\(directory)/cut", Array("P5\n# half\n4 2\n255\nabcd".utf8))
      try writeFile("\(directory)/dot", Array("P5 1 1 255\na".utf8))
      let frame = String(repeating: "a", count: 1024)
      try writeFile(
        "\(directory)/maxima", Array("P5 32 32 255\n\(frame)P5 32 32 25700\n\(frame)\(frame)".utf8))
      try writeFile("\(directory)/bright", Array("P5 1 1 15\nz".utf8))
      // Gigabytes of zeros that take no room.
      try writeFile("\(directory)/sparse", [])
      try #require(truncate("\(directory)/sparse", 4 << 30) == 0)
      let before = try Disk().list(directory).sorted()
      let output = arguments.contains("-o") ? [] : ["-o", "\(directory)/out"]
      let outcome = try end.run(
        ["generate"] + output + arguments.map { $0.replacing("HERE", with: directory) })
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(
        outcome.errors.contains(error.replacing("HERE", with: directory)), "\(outcome.errors)")
      guard status != 0 else { return }
      let lines = outcome.errors.split(separator: "\n").filter { !$0.hasSuffix("takes a while") }
      #expect(lines.count == 2, "\(lines)")
      try #expect(Disk().list(directory).sorted() == before)
    }
  }

  @Test(
    "Without a size, too few throws are refused, and leave no file",
    arguments: [
      ("dice:-", "4 1 6\n", "3 throws of dice give", "4050 rolls"),
      ("dice:-", "6 6 6 5 6 6 6 5 6 5 6 6", "12 throws of dice give", "4050 rolls"),
      ("coins:-", String(repeating: "H", count: 40), "40 throws of coins", "10200 tosses"),
      ("coins:-", "HTHTHTHTHTHTHTHT", "give", "10200 tosses"),
    ])
  func fewThrows(_ source: String, _ typed: String, _ error: String, _ hint: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let before = try Disk().list(directory).sorted()
      // Endless material would stop at 4 MiB.
      let outcome = try Program("bash").run(
        [
          "-c", "ulimit -f 4096; exec \(End.program.name) generate \"$@\"", "bash",
          "-o", "\(directory)/out", "--source", source,
        ], input: Array(typed.utf8), environment: end.environment)
      #expect(outcome.status == 69, "\(outcome.errors)")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].contains(error) && lines[1].contains(hint), "\(lines)")
      try #expect(Disk().list(directory).sorted() == before)
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
        outcome.status == 0 && outcome.errors.contains("vernam cannot say how good these bytes are")
      )
      try #expect(!alice.succeed(["status", "-v"]).contains("for good"))
    }
  }

  @Test("If rolls fall short, the message says by how much")
  func shortage() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try writeFile("\(directory)/dice", GenerateTests.rolls())
      let outcome = try end.run([
        "generate", "--size", "2K", "-o", "\(directory)/out", "--source", "dice:\(directory)/dice",
      ])
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("of 2112 bytes: with about"), "\(outcome.errors)")
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
      #expect(again.status == 65 && again.text.contains("the bytes from 40000 on were at 0 before"))
      let few = try end.run(["test", "-"], bytes: [1, 2, 3])
      #expect(few.status == 65)
      #expect(few.errors.contains("too few to test"))
    }
  }
}

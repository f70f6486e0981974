import Glibc
import System
import TestSupport
import Testing

@Suite("Mistakes with generate")
struct GenerateMistakeTests {
  @Test(
    "A mistake prints one line and one hint, and leaves no file",
    arguments: [
      (["--source", "frames:HERE/zeros"], 65, "is not a PGM file"),
      (["--source", "frames:GREY,64x64:HERE/zeros"], 65, "have the same value"),
      (["--source", "frames:HERE/none"], 66, "there is no file HERE/none"),
      (["--source", "noise:HERE/zeros"], 64, "is not a source"),
      (["--source", "dice:-", "--source", "extra:-"], 64, "only one source can be"),
      (
        ["--source", "dice:HERE/dice", "--size", "1M"], 0,
        "as good as the kernel's random generator"
      ),
      (["--source", "dice:HERE/few"], 69, "dice give 0 bytes, but 832 are needed"),
      (["--source", "frames:GREY,1x1:HERE/zeros"], 65, "fewer than 1024 samples"),
      (["--source", "frames:HERE/dot"], 65, "fewer than 1024 samples"),
      (
        ["--source", "frames:GREY,1x1:HERE/zeros", "--extractor", "von-neumann"], 65,
        "fewer than 1024 samples"
      ),
      (["-o", "HERE/dice"], 73, "a file with this name already exists"),
      (["-o", "-"], 64, "this command writes to a file only"),
      (["--source", "frames:GREY,1000x1000:HERE/zeros"], 65, "ends inside a frame"),
      (["--source", "frames:SRGGB10P,63x64:HERE/zeros"], 64, "does not fill whole bytes"),
      (["--source", "frames:GREY,8x128:HERE/jpeg"], 65, "is a JPEG"),
      (["--source", "frames:HERE/jpeg"], 65, "is a JPEG"),
      (["--source", "frames:HERE/cut"], 65, "ends inside a frame"),
      (["--source", "frames:HERE/maxima"], 65, "a different size or maximum"),
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
      (["--source", "hwrng:HERE/zeros"], 65, "a value came up too often"),
      (["--source", "bits:HERE/zeros"], 65, "the same value"),
      (["--source", "bits:HERE/jpeg"], 69, "jpeg has too few bytes to judge the noise"),
      (["--source", "bits:HERE/some"], 69, "some has too few bytes to judge the noise"),
      (["--source", "bits:HERE/none"], 66, "there is no file HERE/none"),
      (["--size", "767"], 64, "--size must be at least 768 bytes"),
      (["-o", "HERE/dice/out"], 73, "Not a directory"),
      (["--source", "frames:GREY,1024x1024:HERE/sparse"], 65, "have the same value"),
      (["--source", "frames:SBGGR16,1024x1024:HERE/sparse"], 65, "have the same value"),
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
      try writeFile("\(directory)/some", [UInt8](repeating: 1, count: 1 << 20))
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
      let lines = outcome.errors.split(separator: "\n").filter {
        !$0.hasSuffix("takes a while") && !$0.hasPrefix("vernam needs ")
      }
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

  @Test("If rolls fall short, the message says by how much")
  func shortage() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try writeFile("\(directory)/some", [UInt8](repeating: 1, count: 1 << 20))
      try writeFile("\(directory)/dice", GenerateTests.rolls())
      let outcome = try end.run([
        "generate", "--size", "2K", "-o", "\(directory)/out", "--source", "dice:\(directory)/dice",
      ])
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("of 2112 bytes: with about"), "\(outcome.errors)")
    }
  }
}

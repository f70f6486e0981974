import FrameFixtures
import System
import TestSupport
import Testing

@Suite("Material from the real frames")
struct NoiseCommandTests {
  /// One file with all frames of a sensor; nil, with a printed note, if there are none.
  private func frames(_ sensor: String, in directory: String) throws -> String? {
    let paths = RealFrames.paths(sensor)
    if paths.isEmpty { return nil }
    let path = "\(directory)/\(sensor).pgm"
    try writeFile(path, paths.flatMap { try readFile($0) })
    return path
  }

  @Test("The CCD's passes vernam test, rngtest and ent, and its record says how it was made")
  func accepted() throws {
    try withTemporaryDirectory { directory in
      guard let frames = try frames("ccd12", in: directory) else { return }
      let (end, material) = (End(directory, "alice", peer: "bob"), "\(directory)/material")
      try end.succeed([
        "generate", "-o", material, "--secret-source", "--source", "frames:\(frames)",
      ])
      let tested = try end.run(["test", material])
      #expect(tested.status == 0, "\(tested.text)")
      let record = String(decoding: try readFile(material + ".provenance"), as: UTF8.self)
      for line in [
        "\ngiven: AES-256, which", "; noise that is raw, secret", "\ncredited: 1.3", "\nlimit: ",
        "\nseed: ",
      ] {
        #expect(record.contains(line), "\(record)")
      }
      let bytes = try readFile(material)
      // 1.30 bits from each of 2 457 600 samples, less what the extractor keeps back.
      #expect((370_000...400_000).contains(bytes.count), "\(bytes.count)")
      try rngtest(bytes)
      try ent(material)
    }
  }

  private func isThere(_ program: String) throws -> Bool {
    let found = try Program("sh").run(["-c", "command -v \(program)"]).status == 0
    if !found { print("no \(program): not tested with it") }
    return found
  }

  /// A perfect block of 20000 bits fails with probability 8e-4, and there are about 156.
  private func rngtest(_ bytes: [UInt8]) throws {
    guard try isThere("rngtest") else { return }
    let lines = try Program("rngtest").run([], input: bytes).errors.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("FIPS 140-2 failures") })
    let failures = try #require(line.split(separator: " ").last.flatMap { Int($0) })
    #expect(failures <= 3)
  }

  private func ent(_ path: String) throws {
    guard try isThere("ent") else { return }
    let lines = try Program("ent").run(["-t", path]).text.split(separator: "\n")
    let values = lines[1].split(separator: ",").compactMap { Double($0) }
    #expect(values[2] > 7.999, "entropy \(values[2])")
    #expect(abs(values[4] - 127.5) < 1, "mean \(values[4])")
    #expect(abs(values[6]) < 0.01, "serial correlation \(values[6])")
  }

  @Test("The classical recipe fails on the same frames", arguments: ["ccd12", "cmos8"])
  func classical(_ sensor: String) throws {
    try withTemporaryDirectory { directory in
      guard let frames = try frames(sensor, in: directory) else { return }
      let (end, material) = (End(directory, "alice", peer: "bob"), "\(directory)/material")
      let made = try end.run([
        "generate", "-o", material, "--secret-source", "--source", "frames:\(frames)",
        "--extractor", "von-neumann",
      ])
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.errors.contains("they fail"))
      #expect(
        made.errors.contains("a pad made from them is as good as the kernel's random generator"))
      let tested = try end.run(["test", material])
      #expect(tested.status == 65, "\(tested.text)")
      #expect(tested.errors.contains("tests fail"))
    }
  }

  @Test("The CMOS sensor gives none")
  func refused() throws {
    try withTemporaryDirectory { directory in
      guard let frames = try frames("cmos8", in: directory) else { return }
      let end = End(directory, "alice", peer: "bob")
      let outcome = try end.run([
        "generate", "-o", "\(directory)/material", "--source", "frames:\(frames)",
      ])
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("4 frames are too few"), "\(outcome.errors)")
      try #expect(!Disk().list(directory).contains { $0.hasPrefix("material") })
    }
  }
}

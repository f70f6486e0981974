import FrameFixtures
import Glibc
import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Material from several sources")
struct GeneratorTests {
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

  @Test("Only affirmed frames, or throws for every byte, make the claim")
  func claim() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/frames", PGM.file(Scene.white.frames(8, seed: 5)))
      try writeFile("\(directory)/dice", rolls(4000) { $0.number(in: 1...6) })
      let frames = "frames:\(directory)/frames"
      let affirmed = try generator(directory, [frames]) { $0.isSecretSource = true }
      _ = try bytes(affirmed, 1000)
      #expect(affirmed.isCovered)
      #expect(affirmed.record.given?.contains("as promised") == true)
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

  @Test("How much is needed is said before anything is read, if the shape is known then")
  func needed() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/empty", [])
      func steps(_ source: String) throws -> [String] {
        let name = try SourceName("\(source):\(directory)/empty")
        var steps: [String] = []
        let error = #expect(throws: EntropyError.self) {
          _ = try Generator(
            Generator.Settings(sources: [name], size: nil), randomness: Seeded(seed: 1),
            storage: Disk(), isStopped: { false }, watch: { steps.append("\($0)") })
        }
        #expect(error?.what == "\(directory)/empty is empty")
        return steps
      }
      try #expect(steps("frames") == [])
      try #expect(steps("frames:Y12,320x240") == ["needing(frames: 15, bytes: nil)"])
      try #expect(steps("bits") == ["needing(frames: 17, bytes: Optional(1114112))"])
    }
  }
}

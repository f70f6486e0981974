import Codec
import Pad
import Primitives
import System
import TestSupport
import Testing

@Suite("Files too large to go through the page cache")
struct LargeFileTests {
  private static let chunkBytes = 1024

  /// The number of chunks that differ. Expects that nothing of them is left, and that they do not
  /// show on a locked disk how much was used.
  private func wiped(_ before: [UInt8], _ after: [UInt8]) -> Int {
    let size = Self.chunkBytes + AES256GCM.tagBytes
    #expect(before.count == after.count && before.count % size == 0)
    var count = 0
    for start in stride(from: 0, to: before.count, by: size) {
      let (old, new) = (before[start..<start + size], after[start..<start + size])
      if old == new { continue }
      let blocks = stride(from: start, to: start + size, by: 16).map { $0..<$0 + 16 }
      #expect(blocks.allSatisfy { old[$0] != new[$0] && new[$0].contains { $0 != 0 } })
      count += 1
    }
    return count
  }

  @Test("A large file comes back, and both ends wipe all of its chunks and no others")
  func large() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "48M")
      let bytes = [0xFF] + Seeded(seed: 8).bytes(19_999_999)
      try writeFile("\(directory)/film", bytes)
      let pads = [try ends.alice.pad() + "/pad", try ends.bob.pad() + "/pad"]
      let before = try pads.map { try readFile($0) }
      try ends.alice.succeed([
        "encrypt", "bob", "\(directory)/film", "--binary", "-o", "\(directory)/packet",
      ])
      let packet = try readFile("\(directory)/packet")
      try ends.bob.succeed(["decrypt", "\(directory)/packet", "-o", "\(directory)/back"])
      #expect(try readFile("\(directory)/back") == bytes)
      let body = packet.count - Packet.overheadBytes
      let chunks = (body + PadSlice.authenticationBytes + Self.chunkBytes - 1) / Self.chunkBytes
      for (path, before) in zip(pads, before) {
        #expect(wiped(before, try readFile(path)) == chunks)
      }
    }
  }
}

import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A pad being made")
struct RereadTests {
  @Test(
    "returns what was appended before, from memory and from the medium", arguments: [true, false])
  func material(isSynced: Bool) throws {
    try withTemporaryDirectory { directory in
      let vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      let shape = try #require(PadShape(size: 1 << 20, split: 50))
      let generator = Seeded(for: "reread")
      let material = SecretBytes(random: 600_000, from: generator)
      var writer = try vault.makePad(
        id: PadID(generator.bytes(16)), contact: "bob", role: .giver, shape: shape)
      try material.withBytes { try writer.append($0) }
      if isSynced { try writer.sync() }
      var ranges = [0..<1, 0..<64, 63..<65, 64..<320, 0..<600_000, 599_999..<600_000]
      for _ in 0..<50 {
        let start = generator.number(in: 0...599_999)
        ranges.append(start..<generator.number(in: start + 1...600_000))
      }
      for range in ranges {
        let found = try writer.material(range).withBytes { $0.publicCopy }
        let expected = material.withBytes { $0.extracting(range).publicCopy }
        #expect(found == expected, "\(range)")
      }
      writer.discard()
    }
  }

  /// Makes a pad to which `body` appends the material, in pieces, many of which end within a chunk.
  private func withWriter(
    _ body: (inout PadWriter, _ pieces: [[UInt8]], _ path: String) throws -> Void
  ) throws {
    try withTemporaryDirectory { directory in
      let vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      let shape = try #require(PadShape(size: 1 << 20, split: 50))
      let generator = Seeded(for: "digest")
      let id = PadID(generator.bytes(16))
      var writer = try vault.makePad(id: id, contact: "bob", role: .giver, shape: shape)
      var left = shape.materialBytes
      var pieces: [[UInt8]] = []
      while left > 0 {
        let count = min(left, generator.number(in: 64_000...300_000))
        pieces.append(generator.bytes(count))
        left -= count
      }
      try body(&writer, pieces, VaultLayout(directory: directory + "/alice").chunks(id))
      writer.discard()
    }
  }

  @Test("The digest of what was stored is that of what came in, even if it is read meanwhile")
  func digest() throws {
    let record = Array("where it came from".utf8)
    for isReadMeanwhile in [false, true] {
      try withWriter { writer, pieces, _ in
        let first = pieces[0]
        try writer.append(first.span)
        var digest = writer.storedDigest(record: record)
        for piece in pieces.dropFirst() {
          try writer.append(piece.span)
          if isReadMeanwhile {
            try writer.sync()
            try digest.advance(through: writer.durable)
          }
        }
        try writer.sync()
        let whole = record + pieces.joined()
        let expected = SHA256.hash(whole.span)
        #expect(try digest.finish() == expected)
      }
    }
  }

  @Test("A byte that has changed on the medium is found when it is read again")
  func alteredMedium() throws {
    for altered in 0..<3 {
      try withWriter { writer, pieces, path in
        var offset = 0
        let first = pieces[0]
        try writer.append(first.span)
        var digest = writer.storedDigest(record: [])
        for (number, piece) in pieces.enumerated() {
          if number > 0 { try writer.append(piece.span) }
          try writer.sync()
          if number == altered { try alter(path, at: offset + piece.count / 2) }
          offset += piece.count
          // Each piece is longer than what `advance` leaves for the next time.
          let isFound = (try? digest.advance(through: writer.durable)) == nil
          #expect(isFound == (number >= altered))
        }
        do throws(VaultError) {
          _ = try digest.finish()
          Issue.record("a digest of what is damaged")
        } catch { #expect(error == .padDamaged(contact: "bob", path: path)) }
      }
    }
  }

  private func alter(_ path: String, at offset: Int) throws {
    let file = try Disk().open(path, writable: true)
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    try file.read(into: &span, at: offset)
    byte[0] ^= 1
    try file.write(byte.span, at: offset)
  }
}

import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("A pad in the making")
struct RereadTests {
  @Test(
    "gives back what came in before, from memory and from the medium", arguments: [true, false])
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
}

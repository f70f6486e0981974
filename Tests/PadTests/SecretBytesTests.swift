import Pad
import System
import TestSupport
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
  @Test("Fresh ones are zero, whatever was there before", arguments: [0, 1, 64, 65, 5 << 20])
  func zeros(_ count: Int) {
    for _ in 0..<3 {
      var secret = SecretBytes(count: count)
      #expect(secret.count == count)
      #expect(secret.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == 0 } })
      secret.withMutableBytes { for index in $0.indices { $0[index] = 0xff } }
    }
  }

  @Test("They read back as they were written", arguments: [0, 1, 63, 4097, 5 << 20])
  func copying(_ count: Int) {
    let bytes = Seeded(seed: 1).bytes(count)
    let secret = SecretBytes(copying: bytes.span)
    #expect(secret.withBytes { $0.publicCopy } == bytes)
  }

  @Test("Random ones are drawn from the given source")
  func random() {
    let secret = SecretBytes(random: 100, from: Seeded(seed: 2))
    #expect(secret.withBytes { $0.publicCopy } == Seeded(seed: 2).bytes(100))
  }

  @Test("Neighbours do not touch each other")
  func neighbours() {
    var first = SecretBytes(count: 65)
    var second = SecretBytes(count: 65)
    first.withMutableBytes { for index in $0.indices { $0[index] = 1 } }
    second.withMutableBytes { for index in $0.indices { $0[index] = 2 } }
    #expect(first.withBytes { $0.publicCopy } == [UInt8](repeating: 1, count: 65))
    #expect(second.withBytes { $0.publicCopy } == [UInt8](repeating: 2, count: 65))
  }

  @Test("They stay out of core dumps and forked children", arguments: [32, 5 << 20])
  func memory(_ count: Int) throws {
    let secret = SecretBytes(count: count)
    let address = secret.withBytes { $0.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
    let map = try MemoryMap(of: address)
    #expect(map.flags.isSuperset(of: ["dd", "wf"]))
  }

  @Test("Pages say correctly whether they are locked")
  func locked() throws {
    let pages = SecretPages(count: 1 << 16)
    let map = try MemoryMap(of: Int(bitPattern: pages.address))
    #expect(map.flags.contains("lo") == pages.isLocked)
  }
}

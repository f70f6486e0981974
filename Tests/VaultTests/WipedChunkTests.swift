import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

/// The bytes that overwrite spent chunks, as vernam-vault(5) describes them.
struct WipedChunks {
  /// Bytes of a sealed chunk of the pads that tests use.
  static let sealedBytes = 256 + 16

  private let stream: [UInt8]

  /// Those for the first `count` chunks, over both lanes.
  init(_ count: Int, of id: PadID, _ vault: Vault) {
    let info = Array("vernam/1 wiped".utf8) + id.bytes
    let salt: [UInt8] = []
    let derived = vault.rootKey.withBytes { root in
      HKDF.derive(from: root, salt: salt.span, info: info.span, count: 32)
    }
    let key = derived.withBytes { $0.publicCopy }
    var bytes = [UInt8](repeating: 0, count: count * WipedChunks.sealedBytes)
    var span = bytes.mutableSpan
    var cipher = AES256CTR()
    cipher.combine(key: key.span, with: &span)
    stream = bytes
  }

  /// Whether a chunk of the pad's file was wiped.
  func contain(_ chunk: Int, of file: [UInt8]) -> Bool {
    let range = chunk * WipedChunks.sealedBytes..<(chunk + 1) * WipedChunks.sealedBytes
    return file[range] == stream[range]
  }
}

@Suite("Spent chunks on disk")
struct WipedChunkTests {
  private func chunks(_ vault: Vault, _ two: TwoVaults) throws -> [UInt8] {
    try readFile(vault.layout.chunks(two.padID))
  }

  @Test("Chunks used to send or read are overwritten with the key stream, and no others are")
  func wiped() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let before = try chunks(two.bob, two)
      let packets = try (0..<4).map { try two.alice.sendText("\($0)", to: "bob") }
      for number in [0, 3] { _ = try two.bob.receiveText(packets[number]) }
      _ = try two.bob.sendText("answer", to: "alice")
      let after = try chunks(two.bob, two)
      let count = TwoVaults.shape.chunks
      let wiped = WipedChunks(count, of: two.padID, two.bob)
      // In lane 1, those of the hello and the answer.
      let spent = [0, 3, count / 2, count / 2 + 1]
      for chunk in 0..<count {
        let size = WipedChunks.sealedBytes
        let range = chunk * size..<(chunk + 1) * size
        #expect(wiped.contain(chunk, of: after) == spent.contains(chunk), "\(chunk)")
        if chunk < count / 2 {
          #expect((before[range] == after[range]) != spent.contains(chunk), "\(chunk)")
        }
      }
    }
  }

  @Test("A locked disk does not show how much of a pad was used")
  func looksSealed() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let text = String(repeating: "x", count: 8000)
      for _ in 0..<3 { _ = try two.bob.receiveText(two.alice.sendText(text, to: "bob")) }
      for vault in [two.alice, two.bob] {
        let file = try chunks(vault, two)
        let half = file.count / 2
        for start in 0..<file.count - 8 {
          let run = file[start..<start + 8]
          if run.allSatisfy({ $0 == run.first }) { Issue.record("a run of bytes at \(start)") }
        }
        // The halves have about as many bits set as random bytes have, spent or not.
        for part in [file[..<half], file[half...]] {
          let bits = part.reduce(0) { $0 + $1.nonzeroBitCount }
          #expect(abs(bits - part.count * 4) < part.count / 16)
        }
      }
    }
  }

  @Test("Two pads are wiped with different bytes, and so are two vaults")
  func differs() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      _ = try two.bob.receiveText(two.alice.sendText("x", to: "bob"))
      let size = WipedChunks.sealedBytes
      let (alice, bob) = try (chunks(two.alice, two)[..<size], chunks(two.bob, two)[..<size])
      #expect(alice != bob)
      let other = PadID(KernelRandomness().bytes(PadID.byteCount))
      #expect(!WipedChunks(1, of: other, two.alice).contain(0, of: Array(alice)))
      #expect(WipedChunks(1, of: two.padID, two.alice).contain(0, of: Array(alice)))
    }
  }

  @Test("A spent chunk that is put back changes nothing: its key is gone")
  func putBack() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let path = two.alice.layout.chunks(two.padID)
      let before = try readFile(path)
      _ = try two.alice.sendText("first", to: "bob")
      try VaultFiles.put(before, in: path)
      #expect(try two.alice.contact("bob").send.used == 256)
      let packet = try two.alice.sendText("second", to: "bob")
      #expect(try two.bob.receiveText(packet) == "second")
      #expect(try two.alice.contact("bob").send.used == 512)
    }
  }
}

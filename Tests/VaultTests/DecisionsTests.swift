import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("What is decided for several pads")
final class DecisionsTests {
  private let rootKey = SecretBytes(random: 32, from: KernelRandomness())
  private let vault = VaultID(KernelRandomness().bytes(VaultID.byteCount))
  private let decisions: Decisions

  init() {
    var decisions = Decisions()
    decisions.close("bob", newest: 3, for: .peerHasSeenMore)
    decisions.close(String(repeating: "ü", count: 32), newest: 9, for: .moved)
    decisions.rename(
      (0..<100).map { _ in PadID(KernelRandomness().bytes(16)) }, to: "robert")
    self.decisions = decisions
  }

  private func sealed(_ decisions: Decisions) -> [UInt8] {
    decisions.sealed(for: vault, rootKey: rootKey, randomness: KernelRandomness())
  }

  private func read(_ bytes: [UInt8]) -> Decisions.Reading {
    Decisions.read(bytes, of: vault, rootKey: rootKey)
  }

  @Test("What was written is read, and nothing else with another vault or key")
  func roundTrip() {
    for decisions in [decisions, Decisions()] {
      let bytes = sealed(decisions)
      #expect(read(bytes) == .decisions(decisions))
      let other = VaultID(KernelRandomness().bytes(VaultID.byteCount))
      #expect(Decisions.read(bytes, of: other, rootKey: rootKey) == .damaged)
      let key = SecretBytes(random: 32, from: KernelRandomness())
      #expect(Decisions.read(bytes, of: vault, rootKey: key) == .damaged)
    }
  }

  @Test("Damage to one copy is nothing, to both it is damage; no byte makes it anything else")
  func damage() {
    let bytes = sealed(decisions)
    let half = bytes.count / 2
    let used = bytes.lastIndex { $0 != 0 }! - half + 1
    for index in 0..<used {
      for copies in [[0], [1], [0, 1]] {
        var damaged = bytes
        for copy in copies { damaged[copy * half + index] ^= 0xff }
        let reading = read(damaged)
        #expect(reading == (copies.count == 1 ? .decisions(decisions) : .damaged))
      }
    }
  }

  @Test("Halves, pieces and nothing are damage", arguments: [0, 1, 43, 44, 4096, 8192, 12288])
  func pieces(_ count: Int) {
    let bytes = sealed(decisions)
    #expect(count < bytes.count && read(Array(bytes.prefix(count))) == .damaged)
    #expect(read(bytes + [0]) == .damaged)
    let half = bytes.count / 2
    #expect(read(Array(bytes[half...]) + Array(bytes[..<half])) == .damaged)
  }

  @Test("A closing reaches what there is, what cannot be read now, and nothing made later")
  func reach() {
    var decisions = Decisions()
    decisions.close("bob", newest: 3, for: .peerHasSeenMore)
    #expect(decisions.closure(of: "bob", at: 3) == .peerHasSeenMore)
    #expect(decisions.closure(of: "bob", at: 4) == .peerHasSeenMore)
    #expect(decisions.closure(of: "eve", at: 1) == nil)
    let next = decisions.last + 1
    #expect(decisions.closure(of: "bob", at: next) == nil)
    // The same again reaches no further; for a newer pad it does.
    decisions.close("bob", newest: 3, for: .vaultIsOlder)
    #expect(decisions.closure(of: "bob", at: next) == nil)
    decisions.close("bob", newest: next, for: .vaultIsOlder)
    #expect(decisions.closure(of: "bob", at: next) == .vaultIsOlder)
    #expect(decisions.closings.count == 1 && decisions.last > next)
  }

  @Test("A vault whose decisions are damaged says so, names the file, and changes nothing")
  func damagedFile() throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      let path = directory + "/alice/decisions"
      try Disk().create(path).write([UInt8](repeating: 0, count: 8192).span, at: 0)
      let before = try VaultFiles([directory + "/alice"])
      for call: () throws -> Void in [
        { _ = try two.alice.contacts() }, { _ = try two.alice.sendText("x", to: "bob") },
        { try two.alice.rename("bob", to: "robert") }, { try two.alice.forget("bob") },
      ] {
        #expect(throws: VaultError.decisionsDamaged(path: path), performing: call)
      }
      #expect(try VaultFiles([directory + "/alice"]) == before)
    }
  }
}

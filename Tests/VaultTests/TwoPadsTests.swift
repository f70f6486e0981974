import Codec
import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("Several pads, and several commands at once")
struct TwoPadsTests {
  private let shape = PadShape(size: 64 << 10, split: 50)!

  private func writer(
    _ vault: Vault, _ id: PadID, for contact: String, _ role: PadRole = .giver
  ) throws -> PadWriter {
    var writer = try vault.makePad(id: id, contact: contact, role: role, shape: shape)
    let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
    try material.withBytes { try writer.append($0) }
    return writer
  }

  private func id() -> PadID { PadID(KernelRandomness().bytes(16)) }

  private func commit(
    _ writer: consuming PadWriter, _ transfer: Provenance.Transfer, confirmed: Bool
  ) throws {
    try writer.commit(
      provenance: Provenance(source: "a test", transfer: transfer), confirmed: confirmed)
  }

  private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    try Disk().open(path, writable: true).write(bytes.span, at: 0)
  }

  @Test("A pad that waits is destroyed once another one of its contact is heard from")
  func laterPad() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, isConfirmed: false)
      let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
      let second = id()
      let other = try TwoVaults.vault(directory + "/other", KernelRandomness())
      try TwoVaults.add(material, second, shape, to: two.alice, of: "bob", .giver, false)
      try TwoVaults.add(material, second, shape, to: other, of: "alice", .taker, true)
      try #expect(two.alice.contact("bob").pads.count == 2)
      #expect(try two.alice.receiveText(other.sendText("it is me", to: "alice")) == "it is me")
      try #expect(two.alice.contact("bob").pads.map(\.id) == [second])
      #expect(throws: VaultError.foreign) {
        try two.alice.receiveText(two.bob.sendText("so am I", to: "alice"))
      }
    }
  }

  @Test("While a carried pad is out, nobody else becomes the same contact")
  func carriedPadIsOut() throws {
    try withTemporaryDirectory { directory in
      let vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      try commit(writer(vault, id(), for: "bob"), .carried, confirmed: false)
      #expect(throws: VaultError.carriedPadIsOut("bob")) { try vault.checkNewPad(for: "bob") }
      try vault.forget("bob")
      try vault.checkNewPad(for: "bob")
    }
  }

  @Test("Of two pads that were begun for one name, the second is refused at its commit")
  func twoBegun() throws {
    try withTemporaryDirectory { directory in
      let vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      let first = try writer(vault, id(), for: "bob", .taker)
      let second = try writer(vault, id(), for: "bob", .taker)
      try commit(first, .network, confirmed: true)
      do {
        try commit(second, .network, confirmed: true)
        Issue.record("two pads of two people under one name")
      } catch { #expect(error as? VaultError == .contactExists("bob")) }
      try #expect(vault.contact("bob").pads.count == 1)
    }
  }

  @Test("Two packets for the same chunks are told, also when their deliveries overlap")
  func overlappingDeliveries() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let state = "\(directory)/bob/pads/\(two.padID.hexadecimal)/state"
      let chunks = "\(directory)/bob/pads/\(two.padID.hexadecimal)/pad"
      let before = try (readFile(state), readFile(chunks))
      let first = try two.bob.sendText("one", to: "alice")
      try overwrite(state, before.0)
      try overwrite(chunks, before.1)
      var environment = TwoVaults.environment(directory + "/elsewhere")
      environment.storage = Disk()
      let restored = try TwoVaults.open(directory + "/bob", environment)
      let second = try restored.sendText("two", to: "alice")
      #expect(throws: VaultError.secondPacket(from: "bob")) {
        try two.alice.receive(first) { _, _ throws(VaultError) in
          do { _ = try two.alice.receiveText(second) } catch {
            throw error as? VaultError ?? .foreign
          }
        }
      }
    }
  }

  @Test("The same packet in two deliveries at once is one message")
  func samePacketTwice() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.bob.sendText("one", to: "alice")
      let receipt = try two.alice.receive(packet) { _, _ throws(VaultError) in
        _ = try? two.alice.receiveText(packet)
      }
      #expect(receipt.missing == 0)
    }
  }

  @Test("A damaged end of the lane is an error, not an endless search", .timeLimit(.minutes(1)))
  func damagedEnd() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let left = try two.bob.contact("alice").send.left
      _ = try two.bob.sendText(String(repeating: "x", count: left - 2000), to: "alice")
      let path = "\(directory)/bob/pads/\(two.padID.hexadecimal)/pad"
      var bytes = try readFile(path)
      for index in bytes.indices.suffix(left / 256 * 272) { bytes[index] ^= 1 }
      try overwrite(path, bytes)
      #expect(throws: VaultError.padDamaged(contact: "alice", path: path)) {
        try two.bob.sendText("x", to: "alice")
      }
    }
  }

  @Test(
    "A record that draws lines of its own, or hides something, is malformed",
    arguments: [
      "dice" + String(repeating: " ", count: 60) + "pad", "a\u{2003}b", "a\u{200b}b", "a\u{202e}b",
      "a\nb", "",
    ])
  func drawnLines(_ text: String) {
    let bytes = Array(text.utf8)
    let record = bytes + [UInt8](repeating: 0, count: Provenance.recordBytes - bytes.count)
    #expect(Provenance(record: record, transfer: .carried) == nil)
  }
}

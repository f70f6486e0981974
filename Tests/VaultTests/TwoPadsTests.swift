import Codec
import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("Several pads, and several commands at once")
struct TwoPadsTests {
  private let shape = TwoVaults.shape

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

  /// Adds another pad for both: alice gives it, and has not heard from bob on it.
  private func addPad(to two: TwoVaults) throws -> PadID {
    try TwoVaults.addPad(to: two.alice, and: two.bob, isConfirmed: false)
  }

  private func used(_ vault: Vault, _ contact: String) throws -> [Int] {
    try vault.contact(contact).pads.map(\.send.used)
  }

  @Test("The first message after a pad was taken goes out on it, the next on the oldest")
  func firstMessage() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      _ = try two.alice.receiveText(two.bob.sendText("on the first", to: "alice"))
      let before = try used(two.bob, "alice")[0]
      let second = try addPad(to: two)
      try #expect(two.alice.contact("bob").pads.map(\.isConfirmed) == [true, false])

      let first = try two.bob.sendText("on the second", to: "alice")
      try #expect(used(two.bob, "alice") == [before, 256])
      #expect(try two.alice.receiveText(first) == "on the second")
      try #expect(two.alice.contact("bob").pads.map(\.isConfirmed) == [true, true])
      _ = try two.bob.sendText("on the first again", to: "alice")
      try #expect(used(two.bob, "alice") == [before + 256, 256])
      try #expect(two.bob.contact("alice").pads.last?.id == second)
    }
  }

  @Test("A confirmed giver sends from its oldest pad, and from the next once that has no room")
  func oldestFirst() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      _ = try addPad(to: two)
      for text in ["I have the first", "I have the second"] {
        #expect(try two.alice.receiveText(two.bob.sendText(text, to: "alice")) == text)
      }
      let left = try two.alice.contact("bob").pads[0].send.left
      let most = String(repeating: "x", count: left - 2000)
      #expect(try two.bob.receiveText(two.alice.sendText(most, to: "bob")) == most)
      try #expect(used(two.alice, "bob")[1] == 0)
      let more = String(repeating: "y", count: 4000)
      #expect(try two.bob.receiveText(two.alice.sendText(more, to: "bob")) == more)
      let small = "fits what is left of the first"
      try #expect(used(two.alice, "bob")[1] > 4000)
      let second = try used(two.alice, "bob")[1]
      #expect(try two.bob.receiveText(two.alice.sendText(small, to: "bob")) == small)
      try #expect(used(two.alice, "bob")[1] == second)
    }
  }

  @Test("A waiting pad stays, since its other end may be using it")
  func waitingStays() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, isConfirmed: false)
      let packet = try two.bob.sendText("on the first", to: "alice")
      _ = try addPad(to: two)
      _ = try two.alice.receiveText(two.bob.sendText("on the second", to: "alice"))
      try #expect(two.alice.contact("bob").pads.map(\.isConfirmed) == [false, true])
      #expect(try two.alice.receiveText(packet) == "on the first")
      try #expect(two.alice.contact("bob").pads.map(\.isConfirmed) == [true, true])
    }
  }

  @Test("While a carried pad is out, nobody else can become the same contact")
  func carriedPadIsOut() throws {
    try withTemporaryDirectory { directory in
      let vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      try commit(writer(vault, id(), for: "bob"), .network, confirmed: true)
      let carried = id()
      try commit(writer(vault, carried, for: "bob"), .carried, confirmed: false)
      let isOut = VaultError.carriedPadIsOut("bob", carried)
      #expect(throws: isOut) { try vault.checkNewPad(for: "bob") }
      try vault.forget(carried.hexadecimal)
      try vault.checkNewPad(for: "bob")
      try #expect(vault.contact("bob").pads.count == 1)
    }
  }

  @Test("A pad that was begun before one was carried away is refused at its commit")
  func twoBegun() throws {
    try withTemporaryDirectory { directory in
      let vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      let carried = id()
      let first = try writer(vault, carried, for: "bob")
      let second = try writer(vault, id(), for: "bob", .taker)
      try commit(first, .carried, confirmed: false)
      do {
        try commit(second, .network, confirmed: true)
        Issue.record("two pads of two people under one name")
      } catch { #expect(error as? VaultError == .carriedPadIsOut("bob", carried)) }
      try #expect(vault.contact("bob").pads.count == 1)
    }
  }

  @Test("Two packets for the same chunks are noticed even when their deliveries overlap")
  func overlappingDeliveries() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let before = try VaultFiles([directory + "/bob", directory + "/bob.state"])
      let first = try two.bob.sendText("one", to: "alice")
      try before.restore()
      let second = try two.bob.sendText("two", to: "alice")
      #expect(throws: VaultError.padReused(from: "bob", on: two.padID)) {
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
      #expect(receipt.missing == [] && receipt.number == 1)
    }
  }

  @Test("A damaged end of a lane is an error, not an endless search")
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
    "A record that breaks lines or hides something is malformed",
    arguments: [
      "dice" + String(repeating: " ", count: 60) + "pad", "a\u{2003}b", "a\u{200b}b", "a\u{202e}b",
      "a\nb", "", " ", "a ", " a", "caf\u{e9}", "a\u{2800}b", "dice\0 ", "dice\0fair \0",
      "dice\0fair\0more", "\0fair dice",
    ])
  func drawnLines(_ text: String) {
    let bytes = Array(text.utf8)
    let record = bytes + [UInt8](repeating: 0, count: Provenance.recordBytes - bytes.count)
    #expect(Provenance(record: record, transfer: .carried) == nil)
  }

  @Test("A pad is graded by its own field, whatever its source says, and only if it was carried")
  func grade() throws {
    let claimed = try #require(Provenance.Source("dice", assumptions: "fair dice"))
    let said: Provenance.Source = "noise on every byte: dice; given fair dice"
    for (source, transfer, assumptions) in [
      (claimed, .carried, "fair dice"), (claimed, .network, nil), (claimed, .relayed, nil),
      (said, .carried, nil),
    ] as [(Provenance.Source, Provenance.Transfer, String?)] {
      let written = Provenance(source: source, transfer: transfer)
      #expect(written.record.count == Provenance.recordBytes)
      #expect(Provenance(record: written.record, transfer: transfer) == written)
      #expect(written.assumptions == assumptions)
    }
    let longest = String(repeating: "a", count: Provenance.recordBytes - 2)
    #expect(Provenance.Source(longest) != nil && Provenance.Source(longest + "a") == nil)
    #expect(Provenance.Source(longest, assumptions: "b") == nil)
  }
}

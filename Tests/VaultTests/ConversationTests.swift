import Codec
import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("A conversation between two vaults")
struct ConversationTests {
  @Test("Each end reads what the other encrypts")
  func bothDirections() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      #expect(try two.bob.receiveText(two.alice.sendText("to bob", to: "bob")) == "to bob")
      #expect(try two.alice.receiveText(two.bob.sendText("to alice", to: "alice")) == "to alice")
    }
  }

  @Test("The giver cannot encrypt before it has heard from the other end")
  func giverWaits() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, isConfirmed: false)
      #expect(throws: VaultError.waitingForPeer("bob")) {
        try two.alice.sendText("too early", to: "bob")
      }
      _ = try two.alice.receiveText(two.bob.sendText("first", to: "alice"))
      #expect(try two.bob.receiveText(two.alice.sendText("now", to: "bob")) == "now")
    }
  }

  @Test("A message is read once, and only by its recipient")
  func readOnce() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 4096)
      let other = try TwoVaults(in: directory + "/alice")
      let packet = try two.alice.sendText("once", to: "bob")
      #expect(throws: VaultError.ownMessage(to: "bob")) { try two.alice.receiveText(packet) }
      #expect(throws: VaultError.foreign) { try other.bob.receiveText(packet) }
      #expect(try two.bob.receiveText(packet) == "once")
      #expect(throws: VaultError.alreadyRead(from: "alice")) { try two.bob.receiveText(packet) }
    }
  }

  @Test("A message with any byte altered is refused and costs nothing")
  func altered() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("whole", to: "bob")
      for index in packet.indices {
        var damaged = packet
        damaged[index] ^= 0x10
        #expect(throws: VaultError.foreign) { try two.bob.receiveText(damaged) }
      }
      #expect(try two.bob.contact("alice").receive.used == 0)
      #expect(try two.bob.receiveText(packet) == "whole")
    }
  }

  @Test("Messages are read in any order, and the missing ones are counted", arguments: 0..<6)
  func anyOrder(seed: Int) throws {
    try withTemporaryDirectory { directory in
      var generator = Seeded(seed: UInt64(seed))
      let two = try TwoVaults(in: directory)
      let packets = try (0..<40).map { try ($0, two.alice.sendText("message \($0)", to: "bob")) }
      for (number, packet) in packets.shuffled(using: &generator) {
        #expect(try two.bob.receiveText(packet) == "message \(number)")
      }
      #expect(try two.bob.contact("alice").missing == 0)
    }
  }

  @Test("A message that did not arrive is missing until it does")
  func missing() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packets = try (0..<5).map { try two.alice.sendText("\($0)", to: "bob") }
      _ = try two.bob.receiveText(packets[4])
      #expect(try two.bob.contact("alice").missing == 4)
      for packet in packets.prefix(4) { _ = try two.bob.receiveText(packet) }
      #expect(try two.bob.contact("alice").missing == 0)
    }
  }

  @Test("A delivery that fails leaves the message readable")
  func failedDelivery() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("still there", to: "bob")
      let broken = VaultError.system(SystemError("write", "pipe", code: SystemError.brokenPipe))
      #expect(throws: broken) {
        try two.bob.receive(packet) { _, _ throws(VaultError) in throw broken }
      }
      #expect(try two.bob.receiveText(packet) == "still there")
    }
  }

  @Test("No more is sent than the lane holds, and a message that does not fit costs nothing")
  func exhausted() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 2048)
      for _ in 0..<4 { _ = try two.bob.receiveText(two.alice.sendText("x", to: "bob")) }
      #expect(throws: VaultError.notEnoughPad("bob", left: 0, needed: 256)) {
        try two.alice.sendText("x", to: "bob")
      }
    }
  }

  @Test("A message has to fit on one pad, and the error says how many pads there are")
  func fitsOne() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 2048)
      let id = PadID(KernelRandomness().bytes(PadID.byteCount))
      let shape = PadShape(size: 4096, split: 50)!
      let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
      try TwoVaults.add(material, id, shape, to: two.alice, of: "bob", .giver, true)
      let text = String(repeating: "x", count: 2500)
      let error = VaultError.notEnoughPad("bob", left: 2048, needed: 2816, pads: 2, messages: 8)
      #expect(throws: error) { try two.alice.sendText(text, to: "bob") }
    }
  }

  @Test("Contacts can be renamed, but not to a name in use")
  func rename() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.alice, of: "carol")
      #expect(throws: VaultError.nameTaken("carol")) {
        try two.alice.rename("bob", to: "carol")
      }
      #expect(throws: VaultError.noContact("robert")) {
        try two.alice.rename("bob", to: "robert", merging: true)
      }
      #expect(throws: VaultError.badName) { try two.alice.rename("bob", to: "a/b") }
      try two.alice.rename("bob", to: "robert")
      #expect(try two.bob.receiveText(two.alice.sendText("hi", to: "robert")) == "hi")
      #expect(throws: VaultError.noContact("bob")) { try two.alice.contact("bob") }
    }
  }

  @Test("A contact keeps its id when renamed, and a new one under the old name gets another id")
  func ids() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let id = try two.alice.contact("bob").id
      try two.alice.rename("bob", to: "robert")
      #expect(try two.alice.contact("robert").id == id)
      try TwoVaults.addPad(to: two.alice, of: "bob")
      #expect(try two.alice.contact("bob").id != id)
      try two.alice.forget("robert")
      #expect(try two.alice.contacts().map(\.name) == ["bob"])
    }
  }

  @Test(
    "Merging two contacts leaves two or one, wherever it is cut short", arguments: 0..<8,
    DyingStorage.Fate.allCases)
  func merging(_ steps: Int, fate: DyingStorage.Fate) throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      for _ in 0..<2 { try TwoVaults.addPad(to: two.alice, of: "robert") }
      var environment = TwoVaults.environment("\(directory)/alice.state")
      environment.storage = DyingStorage(after: steps, fate: fate)
      try? TwoVaults.open(directory + "/alice", environment)
        .rename("bob", to: "robert", merging: true)

      let contacts = try two.alice.contacts()
      let counts = contacts.map { "\($0.name) \($0.pads.count)" }
      #expect(counts == ["bob 1", "robert 2"] || counts == ["robert 3"])
      if contacts.count == 2 { try two.alice.rename("bob", to: "robert", merging: true) }
      #expect(try two.alice.contacts().map(\.name) == ["robert"])
      let pads = try two.alice.contact("robert").pads
      #expect(pads.map(\.number) == [1, 2, 3] && pads[0].id == two.padID)
      #expect(try two.bob.receiveText(two.alice.sendText("hi", to: "robert")) == "hi")
    }
  }

  @Test("A pad that was forgotten is never taken in again")
  func forgotten() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try two.bob.forget("alice")
      #expect(try two.bob.contacts().isEmpty)
      #expect(throws: VaultError.padKnown) {
        let shape = PadShape(size: 2048, split: 50)!
        _ = try two.bob.makePad(id: two.padID, contact: "alice", role: .taker, shape: shape)
      }
    }
  }
}

import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// The matrix of vernam-vault(5), "Time travel": what is found at once, what once the other end
/// speaks, and what not at all.
@Suite("A vault that goes back in time")
struct TimeTravelTests {
  private static let older = VaultError.sendingClosed("bob", .vaultIsOlder)
  private static let seen = VaultError.sendingClosed("bob", .peerHasSeenMore)
  private static let closed = VaultError.sendingClosed("bob", .moved)
  private static let moved = VaultError.moved(contact: "bob")

  private func journey(_ body: (Journey) throws -> Void) throws {
    try withQuickDirectory { try body(Journey(in: $0)) }
  }

  @Test("Put back alone into the same files: found at once, by the generation outside")
  func alone() throws {
    try journey { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .kept)
      #expect(try journey.refusal() == Self.older)
      try journey.hear()
      #expect(try journey.refusal() == Self.older, "the first reason stays")
    }
  }

  @Test(
    "Put back into the same files with what is outside, or without: found once the peer speaks",
    arguments: [Journey.Outside.restored, .lost])
  func together(_ outside: Journey.Outside) throws {
    try journey { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, outside)
      try journey.hear()
      #expect(try journey.refusal() == Self.seen)
    }
  }

  @Test("The alarm is given although the message that raises it is left unread")
  func unread() throws {
    try journey { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      let content = SecretSource(SecretBytes(copying: [1].span))
      let packet = try journey.bob.send(.unknown(9), content, to: "alice")
      try journey.goBack(.inPlace, .restored)
      let said = Said()
      var environment = TwoVaults.environment(journey.path + ".state")
      environment.alarm = said.add
      let alice = try TwoVaults.open(journey.path, environment)
      #expect(throws: VaultError.unknownKind(9, from: "bob")) {
        try alice.receive(packet, by: ClosureRecipient { _, _ in })
      }
      #expect(said.all == [SendingClosure.peerHasSeenMore.warning("bob")])
    }
  }

  @Test("The same, and alice writes before she hears: not found here; the peer gives the alarm")
  func tooEarly() throws {
    try journey { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .restored)
      let second = try journey.alice().sendText("again", to: "bob")
      #expect(throws: VaultError.secondPacket(from: "alice", on: journey.two.padID)) {
        try journey.bob.receiveText(second)
      }
      // The alarm closes nothing of the one who gives it.
      try journey.hear()
    }
  }

  @Test(
    "A backup of the middle of a change: found at once, wherever the first command after it dies",
    arguments: Journey.Way.allCases, 0..<8)
  func middle(_ way: Journey.Way, _ steps: Int) throws {
    try journey { journey in
      try journey.goBackToMiddle(way)
      var environment = TwoVaults.environment(journey.path + ".state")
      environment.storage = DyingStorage(after: steps, fate: .kept)
      let dying = try TwoVaults.open(journey.path, environment)
      if way == .copied {
        #expect(throws: VaultError.self) { try dying.sendText("x", to: "bob") }
        _ = try? dying.adopt(isOnlyCopy: true)
        _ = try journey.alice().adopt(isOnlyCopy: true)
      } else {
        #expect(throws: VaultError.self) { try dying.sendText("x", to: "bob") }
      }
      #expect(try journey.refusal() == Self.older)
    }
  }

  @Test(
    "A copy, or a backup put back as new files: found at once",
    arguments: Journey.Outside.allCases, [false, true])
  func copied(_ outside: Journey.Outside, _ isVouched: Bool) throws {
    try journey { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.copied, outside)
      #expect(try journey.refusal() == Self.moved)
      #expect(try journey.alice().adopt(isOnlyCopy: isVouched) == 1)
      switch (isVouched, outside) {
      case (false, _): #expect(try journey.refusal() == Self.closed)
      case (true, .kept): #expect(try journey.refusal() == Self.older)
      case (true, _):
        // The person's word was wrong, and nothing here contradicts it but bob.
        try journey.hear()
        #expect(try journey.refusal() == Self.seen)
      }
      try journey.hear()
    }
  }

  @Test("Moved, with nothing sent since: refused until vouched for, and then it works")
  func movedInTruth() throws {
    try journey { journey in
      try journey.goBack(.copied, .kept)
      #expect(try journey.refusal() == Self.moved)
      #expect(try journey.alice().adopt(isOnlyCopy: true) == 1)
      #expect(try journey.alice().adopt(isOnlyCopy: false) == 0, "there is nothing to adopt")
      let text = try journey.bob.receiveText(journey.alice().sendText("after", to: "bob"))
      #expect(text == "after")
    }
  }

  @Test("What a copy is told by what is outside is no news to the vault that went on")
  func copyIsTold() throws {
    try journey { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .kept)
      // The one that went on has the generation that stands outside now.
      let layout = VaultLayout(directory: journey.path)
      let outside =
        "\(journey.path).state/\(journey.two.alice.id.hexadecimal)-"
        + journey.two.padID.hexadecimal
      let before = try readFile(outside)
      #expect(try journey.refusal() == Self.older)
      #expect(try readFile(outside) == before)
      // What it does by itself is.
      try journey.hear()
      #expect(try readFile(outside) != before)
      #expect(try Disk().attributes(at: layout.decisions) != nil)
    }
  }

  /// Alice's program is killed while she sends.
  private func sendCutShort(_ journey: Journey, after steps: Int) throws {
    var environment = TwoVaults.environment(journey.path + ".state")
    environment.storage = DyingStorage(after: steps, fate: .kept)
    _ = try? TwoVaults.open(journey.path, environment).sendText("cut short", to: "bob")
  }

  @Test(
    "A copy that is adopted and closed closes the one it was made of, wherever that was stopped",
    arguments: 0..<8)
  func copyIsAdopted(_ steps: Int) throws {
    try journey { journey in
      try sendCutShort(journey, after: steps)
      let original = journey.path + ".present"
      try Disk().rename(journey.path, to: original)
      try #require(try Program("cp").run(["-a", original, journey.path]).status == 0)
      #expect(try journey.alice().adopt(isOnlyCopy: false) == 1)
      let vault = try TwoVaults.open(original, TwoVaults.environment(journey.path + ".state"))
      #expect(try journey.refusal(vault) == Self.older)
    }
  }

  @Test(
    "Two pasts never reach the same generation, wherever one of them was cut short",
    arguments: 0..<8)
  func twoPasts(_ steps: Int) throws {
    try journey { journey in
      try sendCutShort(journey, after: steps)
      let middle = try VaultFiles([journey.path])
      try journey.goBack(.inPlace, .kept)
      guard try journey.refusal() == nil else { return }
      try middle.restore()
      #expect(try journey.refusal() == Self.older)
    }
  }

  @Test("Another machine's id, or one where none was known: found at once")
  func otherMachine() throws {
    try journey { journey in
      #expect(try journey.refusal(journey.alice(machine: "another")) == Self.moved)
      var environment = TwoVaults.environment(journey.path + ".state")
      environment.machineID = nil
      let nameless = try TwoVaults.open(journey.path, environment)
      #expect(try journey.refusal(nameless) == Self.moved)
      #expect(try nameless.adopt(isOnlyCopy: true) == 1)
      #expect(try journey.refusal(nameless) == nil, "bound to a machine without an id")
      #expect(try journey.refusal() == Self.moved)
    }
  }

  @Test(
    "Another birth time or inode, and one where none was known: found at once", arguments: 0..<4)
  func otherFile(_ change: Int) throws {
    try journey { journey in
      let id = journey.two.padID
      try journey.two.alice.rebind(id) { binding in
        let birth = binding.birth ?? .init(seconds: 0, nanoseconds: 0)
        switch change {
        case 0:
          return Binding(
            machine: binding.machine, inode: binding.inode,
            birth: .init(seconds: birth.seconds - 1, nanoseconds: birth.nanoseconds))
        case 1:
          return Binding(
            machine: binding.machine, inode: binding.inode,
            birth: .init(seconds: birth.seconds, nanoseconds: birth.nanoseconds ^ 1))
        case 2: return Binding(machine: binding.machine, inode: binding.inode ^ 1, birth: birth)
        default:
          return Binding(
            machine: binding.machine, inode: binding.inode,
            birth: binding.birth == nil ? birth : nil)
        }
      }
      #expect(try journey.refusal() == Self.moved)
    }
  }

  @Test("Nothing that was lost outside, and no smaller number there, is a witness")
  func lostOutside() throws {
    try journey { journey in
      let directory = journey.path + ".state"
      for name in try Disk().list(directory) {
        try VaultFiles.put([UInt8](repeating: 0, count: 8), in: "\(directory)/\(name)")
      }
      #expect(try journey.refusal() == nil)
      for name in try Disk().list(directory) { try Disk().remove("\(directory)/\(name)") }
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("The peer went back: an alarm here, which closes nothing")
  func peerWentBack() throws {
    try journey { journey in
      let bob = journey.two.directory + "/bob"
      let past = try VaultFiles([bob, bob + ".state"])
      _ = try journey.two.alice.receiveText(journey.bob.sendText("one", to: "alice"))
      try past.restore()
      let second = try journey.bob.sendText("two", to: "alice")
      #expect(throws: VaultError.secondPacket(from: "bob", on: journey.two.padID)) {
        try journey.two.alice.receiveText(second)
      }
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("What was sent before is held back by the network: nothing is sent after the witness")
  func heldBack() throws {
    try journey { journey in
      let packets = try (0..<5).map { try journey.two.alice.sendText("\($0)", to: "bob") }
      _ = try journey.bob.receiveText(packets[0])
      try journey.goBack(.inPlace, .restored)
      try journey.hear()
      #expect(try journey.refusal() == Self.seen)
      // Nothing opens it again: not time, not messages, not a person's word.
      try journey.hear()
      _ = try journey.alice().adopt(isOnlyCopy: true)
      #expect(try journey.refusal() == Self.seen)
      _ = try journey.alice().adopt(isOnlyCopy: false)
      #expect(try journey.refusal(journey.alice()) == Self.seen)
      // A copy of what is closed is closed.
      try journey.two.alice.rebind(journey.two.padID) { binding in
        Binding(machine: binding.machine, inode: binding.inode ^ 1, birth: binding.birth)
      }
      #expect(try journey.refusal() == Self.seen)
      _ = try journey.alice().adopt(isOnlyCopy: true)
      #expect(try journey.refusal() == Self.seen)
      // What was held back is read when it comes.
      for number in 1..<5 {
        #expect(try journey.bob.receiveText(packets[number]) == "\(number)")
      }
    }
  }

  @Test("Only what the peer had not seen is forgotten: found when the peer reads both")
  func heldBackAll() throws {
    try journey { journey in
      let held = try journey.two.alice.sendText("held back", to: "bob")
      try journey.goBack(.inPlace, .restored)
      try journey.hear()
      // Bob has seen nothing that this vault does not know of.
      let second = try journey.alice().sendText("instead", to: "bob")
      #expect(try journey.bob.receiveText(second) == "instead")
      #expect(throws: VaultError.secondPacket(from: "alice", on: journey.two.padID)) {
        try journey.bob.receiveText(held)
      }
    }
  }

  @Test("Two copies in use at once, each vouched for: found when the peer reads both")
  func twins() throws {
    try journey { journey in
      let twin = journey.two.directory + "/twin"
      try #require(try Program("cp").run(["-a", journey.path, twin]).status == 0)
      try Disk().createDirectory(twin + ".state")
      var environment = TwoVaults.environment(twin + ".state")
      environment.machineID = Array("another".utf8)
      let other = try TwoVaults.open(twin, environment)
      #expect(try journey.refusal(other) == Self.moved)
      #expect(try other.adopt(isOnlyCopy: true) == 1)
      let (one, two) = try (
        journey.alice().sendText("from one", to: "bob"), other.sendText("from the other", to: "bob")
      )
      #expect(try journey.bob.receiveText(one) == "from one")
      #expect(throws: VaultError.secondPacket(from: "alice", on: journey.two.padID)) {
        try journey.bob.receiveText(two)
      }
      // And the one that sent less is closed by what bob has seen.
      _ = try journey.bob.receiveText(journey.alice().sendText("more", to: "bob"))
      _ = try other.receiveText(journey.bob.sendText("to both", to: "alice"))
      #expect(try journey.refusal(other) == Self.seen)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A copy that is not vouched for sends nothing, and the original goes on")
  func quietTwin() throws {
    try journey { journey in
      let twin = journey.two.directory + "/twin"
      try #require(try Program("cp").run(["-a", journey.path, twin]).status == 0)
      try Disk().createDirectory(twin + ".state")
      let other = try TwoVaults.open(twin, TwoVaults.environment(twin + ".state"))
      #expect(try other.adopt(isOnlyCopy: false) == 1)
      #expect(try journey.refusal(other) == Self.closed)
      #expect(try other.adopt(isOnlyCopy: true) == 0)
      #expect(try journey.refusal(other) == Self.closed, "closed for good")
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A pad that was forgotten and is put back sends nothing", arguments: [false, true])
  func forgotten(_ isOutsideLost: Bool) throws {
    try journey { journey in
      let backup = journey.path + ".backup"
      try #require(try Program("cp").run(["-a", journey.path, backup]).status == 0)
      try journey.alice().forget("bob")
      removeTree(journey.path)
      try #require(try Program("cp").run(["-a", backup, journey.path]).status == 0)
      if isOutsideLost { removeTree(journey.path + ".state") }
      #expect(try journey.refusal() == Self.moved)
      #expect(try journey.alice().adopt(isOnlyCopy: true) == 1)
      // Without anything outside, a person's word is all there is.
      #expect(try journey.refusal() == (isOutsideLost ? nil : Self.older))
    }
  }

  @Test("Its files alone, put back beside the list that names it, are removed")
  func forgottenFiles() throws {
    try journey { journey in
      let pads = journey.path + "/pads"
      try #require(try Program("cp").run(["-a", pads, journey.path + ".backup"]).status == 0)
      try journey.alice().forget("bob")
      removeTree(pads)
      try #require(try Program("cp").run(["-a", journey.path + ".backup", pads]).status == 0)
      #expect(try journey.refusal() == .noContact("bob"))
      #expect(try Disk().list(pads) == [])
    }
  }

  @Test("A vault from before a pad was made does not take it in again")
  func beforePad() throws {
    try withQuickDirectory { directory in
      let path = directory + "/alice"
      let alice = try TwoVaults.vault(path, KernelRandomness())
      let past = try VaultFiles([path])
      let id = PadID(KernelRandomness().bytes(16))
      let shape = PadShape(size: 2048, split: 50)!
      let material = KernelRandomness().bytes(shape.materialBytes)
      try TwoVaults.add(
        SecretBytes(copying: material.span), id, shape, to: alice, of: "bob", .giver, true)
      _ = try alice.sendText("sent", to: "bob")
      removeTree(path + "/pads/" + id.hexadecimal)
      try past.restore()
      #expect(throws: VaultError.padKnown) {
        try TwoVaults.add(
          SecretBytes(copying: material.span), id, shape, to: alice, of: "bob", .giver, true)
      }
    }
  }
}

extension Vault {
  /// Has a pad bound to something else than its file.
  fileprivate func rebind(_ id: PadID, _ change: (Binding) -> Binding) throws {
    var pad = try openPad(id)
    var record = pad.record
    record.binding = change(record.binding)
    try pad.commit(record)
  }
}

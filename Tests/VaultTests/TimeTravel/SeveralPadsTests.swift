import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// What shows of one pad that the vault went back shows it of all that were shared with the same
/// person then: the oldest of them has room again, and would be used twice.
@Suite("A vault with several pads that goes back in time")
struct SeveralPadsTests {
  private func journey(_ body: (Journey, PadID) throws -> Void) throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      let second = try add(two.alice, two.bob)
      let journey = try Journey(two)
      try body(journey, second)
    }
  }

  /// Another pad, of which both know that the other holds it.
  private func add(_ alice: Vault, _ bob: Vault) throws -> PadID {
    let id = PadID(KernelRandomness().bytes(16))
    let shape = PadShape(size: 64 << 10, split: 50)!
    let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
    try TwoVaults.add(material, id, shape, to: alice, of: "bob", .giver, false)
    try TwoVaults.add(material, id, shape, to: bob, of: "alice", .taker, true)
    try alice.receiveHello(bob.hello(pad: id), pad: id)
    return id
  }

  /// Alice fills the first pad, and goes on with the second.
  private func fillFirst(_ journey: Journey) throws {
    let left = try journey.two.alice.contact("bob").pads[0].send.left
    for count in [left - 2000, 4000] {
      let text = String(repeating: "x", count: count)
      _ = try journey.bob.receiveText(journey.two.alice.sendText(text, to: "bob"))
    }
  }

  /// Where the generation of a pad of alice's stands outside her vault.
  private func outside(_ id: PadID, _ journey: Journey) -> String {
    "\(journey.path).state/\(journey.two.alice.id.hexadecimal)-\(id.hexadecimal)"
  }

  private func remember(_ generation: UInt64, of id: PadID, _ journey: Journey) throws {
    let bytes = generation.bigEndianBytes
    try Disk().open(outside(id, journey), writable: true).write(bytes.span, at: 0)
  }

  private func closures(_ journey: Journey) throws -> [SendingClosure?] {
    try journey.alice().contact("bob").pads.map(\.standingClosure)
  }

  @Test("A message that has seen more on one pad closes all of them, but none made later")
  func seenOnOne() throws {
    try journey { journey, second in
      try fillFirst(journey)
      // Bob tells of what he saw on the second only.
      let used = try journey.bob.contact("alice").pads.map(\.send.used)
      let packet = try journey.bob.hello(pad: second)
      try #expect(journey.bob.contact("alice").pads.map(\.send.used)[0] == used[0])

      try journey.goBack(.inPlace, .restored)
      try journey.alice().receiveHello(packet, pad: second)
      #expect(try closures(journey) == [.peerHasSeenMore, .peerHasSeenMore])
      #expect(throws: VaultError.sendingClosed("bob", .peerHasSeenMore)) {
        try journey.alice().sendText("again", to: "bob")
      }
      _ = try add(journey.alice(), journey.bob)
      #expect(try closures(journey) == [.peerHasSeenMore, .peerHasSeenMore, nil])
      _ = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
    }
  }

  @Test("A greater generation outside of one pad closes all of them", arguments: [0, 1])
  func olderOutside(_ index: Int) throws {
    try journey { journey, _ in
      let ids = try journey.two.alice.contact("bob").pads.map(\.id)
      try remember(1 << 40, of: ids[index], journey)
      #expect(throws: VaultError.sendingClosed("bob", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "bob")
      }
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder])
    }
  }

  @Test("Reading closes them too", arguments: [0, 1])
  func olderWhileReading(_ index: Int) throws {
    try journey { journey, _ in
      let ids = try journey.two.alice.contact("bob").pads.map(\.id)
      let hello = try journey.bob.hello(pad: ids[index])
      try remember(1 << 40, of: ids[index], journey)
      try journey.alice().receiveHello(hello, pad: ids[index])
      // The other one is closed before anything is sent.
      #expect(throws: VaultError.sendingClosed("bob", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "bob")
      }
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder])
    }
  }

  @Test("A generation outside that cannot be read stops sending, and nothing is used")
  func unreadable() throws {
    try journey { journey, _ in
      let id = try journey.two.alice.contact("bob").pads[0].id
      var environment = TwoVaults.environment(journey.path + ".state")
      let path = outside(id, journey)
      environment.storage = DyingStorage(after: .max, fate: .kept, unreadable: path)
      let alice = try TwoVaults.open(journey.path, environment)
      let used = try journey.alice().contact("bob").pads.map(\.send.used)
      let error = SystemError("read", path, code: SystemError.inputOutput)
      #expect(throws: VaultError.system(error)) { try alice.sendText("x", to: "bob") }
      #expect(try journey.alice().contact("bob").pads.map(\.send.used) == used)
    }
  }

  /// The vault was put back; what is kept outside tells of the first pad, and nothing of the second.
  private func goBack(_ way: Journey.Way, _ journey: Journey, _ second: PadID) throws {
    let first = try journey.two.alice.contact("bob").pads[0].id
    _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
    try journey.goBack(way, .kept)
    try remember(1 << 40, of: first, journey)
    try Disk().remove(outside(second, journey))
  }

  @Test("To adopt it, or to forget the pad that shows it, closes the others", arguments: [0, 1, 2])
  func signIsTakenAway(_ way: Int) throws {
    try journey { journey, second in
      try goBack(way == 0 ? .copied : .inPlace, journey, second)
      let alice = try journey.alice()
      let first = try alice.contact("bob").pads[0].id
      if way < 2 {
        _ = try alice.adopt(isOnlyCopy: true)
      } else {
        try alice.forget(first.hexadecimal)
      }
      #expect(throws: VaultError.sendingClosed("bob", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "bob")
      }
      #expect(try closures(journey).last == .vaultIsOlder)
    }
  }

  @Test("A pad that is made before the sign was looked at stays open")
  func madeLater() throws {
    try journey { journey, second in
      try goBack(.inPlace, journey, second)
      let third = try add(journey.alice(), journey.bob)
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder, nil])
      let text = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
      #expect(text == "on the third")
      #expect(try journey.alice().contact("bob").pads.last?.id == third)
    }
  }

  /// Alice's vault on a disk that stops.
  private func dying(
    _ journey: Journey, after steps: Int, _ fate: DyingStorage.Fate
  ) throws -> Vault {
    var environment = TwoVaults.environment(journey.path + ".state")
    environment.storage = DyingStorage(after: steps, fate: fate)
    return try TwoVaults.open(journey.path, environment)
  }

  @Test(
    "A witness that was heard stays heard, wherever the closing is cut short", arguments: 0..<12,
    DyingStorage.Fate.allCases)
  func cutShort(_ steps: Int, fate: DyingStorage.Fate) throws {
    try journey { journey, second in
      try fillFirst(journey)
      let packet = try journey.bob.hello(pad: second)
      try journey.goBack(.inPlace, .restored)

      let dying = try dying(journey, after: steps, fate)
      try? dying.receiveHello(packet, pad: second)
      let wasHeard = try closures(journey).contains { $0 != nil }
      if !wasHeard { try journey.alice().receiveHello(packet, pad: second) }
      #expect(throws: VaultError.sendingClosed("bob", .peerHasSeenMore)) {
        try journey.alice().sendText("again", to: "bob")
      }
      #expect(try closures(journey) == [.peerHasSeenMore, .peerHasSeenMore])
    }
  }

  @Test("A pad that cannot be read while the others are closed is closed once it can")
  func unreadableMeanwhile() throws {
    try journey { journey, second in
      try fillFirst(journey)
      let first = try journey.two.alice.contact("bob").pads[0].id
      let packet = try journey.bob.hello(pad: second)
      try journey.goBack(.inPlace, .restored)
      let layout = VaultLayout(directory: journey.path)
      let state = try readFile(layout.state(first))
      try VaultFiles.put(state + [0], in: layout.state(first))
      try journey.alice().receiveHello(packet, pad: second)
      // Also where the one that showed it goes, and another comes.
      try journey.alice().forget(second.hexadecimal)
      let third = try add(journey.alice(), journey.bob)
      try VaultFiles.put(state, in: layout.state(first))
      #expect(try closures(journey) == [.peerHasSeenMore, nil])
      _ = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
      #expect(try journey.alice().contact("bob").pads.map(\.id) == [first, third])
    }
  }

  /// The first pad came back as new files, the second into its own.
  private func goBackApart(_ journey: Journey) throws {
    _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
    try journey.goBack(.inPlace, .restored)
    let first = try journey.two.alice.contact("bob").pads[0].id
    let state = VaultLayout(directory: journey.path).state(first)
    try #require(Program("cp").run(["-a", state, state + ".copy"]).status == 0)
    try Disk().rename(state + ".copy", to: state)
  }

  @Test("To adopt one pad of a contact closes the others, though they stand where they did")
  func adoptedApart() throws {
    try journey { journey, _ in
      try goBackApart(journey)
      #expect(try journey.alice().contact("bob").pads.map(\.isMoved) == [true, false])
      #expect(throws: VaultError.moved(contact: "bob")) {
        try journey.alice().sendText("again", to: "bob")
      }
      _ = try journey.alice().adopt(isOnlyCopy: false)
      #expect(try closures(journey) == [.moved, .moved])
    }
  }

  private func close(_ id: PadID, of vault: Vault) throws {
    var pad = try vault.openPad(id)
    var record = pad.record
    record.closure = .moved
    try pad.commit(record)
  }

  @Test("A pad that was closed before and came back as a copy stops the others until it is adopted")
  func closedBefore() throws {
    try journey { journey, _ in
      try close(journey.two.alice.contact("bob").pads[0].id, of: journey.two.alice)
      try goBackApart(journey)
      #expect(throws: VaultError.moved(contact: "bob")) {
        try journey.alice().sendText("again", to: "bob")
      }
      _ = try journey.alice().adopt(isOnlyCopy: false)
      #expect(try closures(journey) == [.moved, .moved])
    }
  }

  @Test("One pad of several that was moved here is not forgotten before it is adopted")
  func forgottenApart() throws {
    try journey { journey, _ in
      try goBackApart(journey)
      let first = try journey.alice().contact("bob").pads[0].id
      #expect(throws: VaultError.moved(contact: "bob")) {
        try journey.alice().forget(first.hexadecimal)
      }
      try journey.alice().forget("bob")
      #expect(try journey.alice().contacts().isEmpty)
    }
  }

  /// A pad's directory, while something is done without it.
  private func without(_ id: PadID, _ journey: Journey, _ body: () throws -> Void) throws {
    let directory = VaultLayout(directory: journey.path).pad(id)
    let elsewhere = journey.two.directory + "/away"
    try Disk().rename(directory, to: elsewhere)
    try body()
    try Disk().rename(elsewhere, to: directory)
  }

  @Test("A pad that is away while the others are closed is closed when it is back")
  func awayMeanwhile() throws {
    try journey { journey, second in
      try fillFirst(journey)
      let first = try journey.two.alice.contact("bob").pads[0].id
      let packet = try journey.bob.hello(pad: second)
      try journey.goBack(.inPlace, .restored)
      try without(first, journey) {
        try journey.alice().receiveHello(packet, pad: second)
        _ = try add(journey.alice(), journey.bob)
      }
      #expect(try closures(journey) == [.peerHasSeenMore, .peerHasSeenMore, nil])
      #expect(try journey.alice().contact("bob").pads[0].id == first)
      _ = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
    }
  }

  @Test(
    "What a delivered message has shown stays, though its pad is lost", arguments: 0..<12,
    DyingStorage.Fate.allCases)
  func witnessIsLost(_ steps: Int, fate: DyingStorage.Fate) throws {
    try journey { journey, second in
      try fillFirst(journey)
      let packet = try journey.bob.sendText("seen it all", to: "alice")
      try journey.goBack(.inPlace, .restored)
      let dying = try dying(journey, after: steps, fate)
      var isDelivered = false
      _ = try? dying.receive(packet) { _, _ in isDelivered = true }
      let pads = try journey.alice().contact("bob").pads
      guard isDelivered || pads.contains(where: { $0.standingClosure != nil }) else { return }
      for pad in pads {
        try without(pad.id, journey) {
          #expect(throws: VaultError.sendingClosed("bob", .peerHasSeenMore)) {
            try journey.alice().sendText("again", to: "bob")
          }
        }
      }
    }
  }

  @Test("What is kept outside is heard by a vault that comes back in the middle of a rename")
  func renamedMeanwhile() throws {
    try journey { journey, second in
      var decisions = Decisions()
      decisions.rename("bob", to: "robert", KernelRandomness())
      try journey.two.alice.keep(decisions)
      try remember(1 << 40, of: second, journey)
      _ = try journey.alice()
      #expect(throws: VaultError.sendingClosed("robert", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "robert")
      }
      let pads = try journey.alice().contact("robert").pads
      #expect(pads.map(\.closure) == [.vaultIsOlder, .vaultIsOlder])
    }
  }

  @Test("A pad that was closed before tells once more of a vault that goes back again")
  func closedTellsAgain() throws {
    try journey { journey, second in
      let first = try journey.two.alice.contact("bob").pads[0].id
      try remember(1 << 40, of: first, journey)
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
      let third = try add(journey.alice(), journey.bob)
      _ = try journey.bob.receiveText(journey.alice().sendText("on the third", to: "bob"))
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder, nil])
      try remember(1 << 41, of: first, journey)
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder, .vaultIsOlder])
      // Heard, it closes nothing that is made after it.
      _ = try add(journey.alice(), journey.bob)
      #expect(try journey.refusal() == nil)
      #expect(try journey.alice().contact("bob").pads[2].id == third)
    }
  }

  @Test("A greater generation than any closes once, and not what is made later")
  func impassable() throws {
    try journey { journey, _ in
      let first = try journey.two.alice.contact("bob").pads[0].id
      for _ in 0..<2 {
        try remember(.max, of: first, journey)
        #expect(try closures(journey).prefix(2) == [.vaultIsOlder, .vaultIsOlder])
        _ = try add(journey.alice(), journey.bob)
        #expect(try journey.refusal() == nil)
      }
    }
  }

  @Test(
    "A change of name that is cut short has either name, and what shows of one pad closes both",
    arguments: 0..<16, DyingStorage.Fate.allCases)
  func renamedInPart(_ steps: Int, fate: DyingStorage.Fate) throws {
    try journey { journey, second in
      try fillFirst(journey)
      let packet = try journey.bob.hello(pad: second)
      try journey.goBack(.inPlace, .restored)
      let dying = try dying(journey, after: steps, fate)
      try? dying.rename("bob", to: "robert")
      let contacts = try journey.alice().contacts()
      #expect(contacts.count == 1 && contacts[0].pads.count == 2)
      try journey.alice().receiveHello(packet, pad: second)
      let name = try journey.alice().contacts()[0].name
      #expect(throws: VaultError.sendingClosed(name, .peerHasSeenMore)) {
        try journey.alice().sendText("again", to: name)
      }
      #expect(try journey.alice().contact(name).pads.allSatisfy { $0.closure != nil })
      #expect(try journey.alice().contacts().map(\.name) == [name])
    }
  }

  /// What is kept outside shows that alice's vault went back.
  private func closeBob(_ journey: Journey) throws {
    let first = try journey.two.alice.contact("bob").pads[0].id
    try remember(1 << 40, of: first, journey)
    #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
  }

  /// Another person's pad, known to both ends.
  private func addCarol(_ journey: Journey) throws -> PadID {
    let id = PadID(KernelRandomness().bytes(16))
    let shape = PadShape(size: 64 << 10, split: 50)!
    let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
    try TwoVaults.add(material, id, shape, to: journey.alice(), of: "carol", .giver, true)
    return id
  }

  @Test("A name that was closed closes nobody to whom it is given, where its owner has another")
  func nameGivenAway() throws {
    try journey { journey, _ in
      let carol = try addCarol(journey)
      try closeBob(journey)
      try journey.alice().rename("bob", to: "robert")
      try journey.alice().rename("carol", to: "bob")
      #expect(try journey.alice().contact("bob").pads.map(\.standingClosure) == [nil])
      #expect(try journey.alice().contact("bob").pads.map(\.id) == [carol])
      _ = try journey.alice().sendText("to carol", to: "bob")
      // Nor does it go back to what it was.
      try journey.alice().rename("bob", to: "carol")
      _ = try journey.alice().sendText("to carol", to: "carol")
    }
  }

  @Test(
    "Two names of one person: what closed the one closes what the other had then, either way round",
    arguments: [("bob", "bob2"), ("bob2", "bob")])
  func merged(_ old: String, _ new: String) throws {
    try journey { journey, second in
      // One of the pads goes by another name, as where people paired under two.
      try journey.alice().rename("bob", to: "bob2")
      let third = try add(journey.alice(), journey.bob)
      try remember(1 << 40, of: third, journey)
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
      let carol = try addCarol(journey)
      try journey.alice().rename(old, to: new, merging: true)
      let pads = try journey.alice().contact(new).pads
      #expect(pads.map(\.standingClosure) == [.vaultIsOlder, .vaultIsOlder, .vaultIsOlder])
      // What came after it stays open, whoever's it becomes.
      try journey.alice().rename("carol", to: new, merging: true)
      let last = try journey.alice().contact(new).pads.last
      #expect(last?.id == carol && last?.standingClosure == nil)
    }
  }

  @Test(
    "A name of whom something was closed goes to nobody but the same person, while its pads are gone",
    arguments: [false, true])
  func nameOfClosed(isForgotten: Bool) throws {
    try journey { journey, second in
      let carol = try addCarol(journey)
      try journey.alice().forget(second.hexadecimal)
      try closeBob(journey)
      let first = try journey.alice().contact("bob").pads[0].id
      func rename() throws {
        #expect(throws: VaultError.nameClosed("bob")) {
          try journey.alice().rename("carol", to: "bob")
        }
        try journey.alice().rename("carol", to: "bob", merging: true)
      }
      if isForgotten {
        try journey.alice().forget("bob")
        try rename()
      } else {
        try without(first, journey, rename)
      }
      let pads = try journey.alice().contact("bob").pads
      #expect(pads.last?.id == carol)
      #expect(pads.allSatisfy { $0.standingClosure == .vaultIsOlder })
    }
  }

  @Test("A pad that is away while its contact gets another name has that name when it is back")
  func renamedWhileAway() throws {
    try journey { journey, second in
      try without(second, journey) {
        try journey.alice().rename("bob", to: "robert")
        try closeRobert(journey)
      }
      let pads = try journey.alice().contacts().flatMap(\.pads)
      #expect(pads.map(\.contact) == ["robert", "robert"])
      #expect(pads.map(\.standingClosure) == [.vaultIsOlder, .vaultIsOlder])
    }
  }

  private func closeRobert(_ journey: Journey) throws {
    try remember(1 << 40, of: journey.alice().contact("robert").pads[0].id, journey)
    #expect(throws: VaultError.sendingClosed("robert", .vaultIsOlder)) {
      try journey.alice().sendText("again", to: "robert")
    }
  }

  @Test(
    "A pad that is ahead speaks for all, whoever is written to or renamed",
    arguments: [false, true])
  func aheadOfAnybody(isRenamed: Bool) throws {
    try journey { journey, _ in
      _ = try addCarol(journey)
      var decisions = Decisions()
      decisions.close("bob", for: .peerHasSeenMore, KernelRandomness())
      // Killed before bob's pads follow; carol's, made after it, does.
      try journey.alice().keep(decisions)
      try journey.alice().forget("carol")
      _ = try addCarol(journey)
      try Disk().remove(journey.path + "/decisions")
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder])
      if isRenamed { try journey.alice().rename("carol", to: "caroline") }
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
    }
  }

  @Test("A pad that goes is heard first, or stays", arguments: 1...8)
  func deaf(times: Int) throws {
    try journey { journey, second in
      let first = try journey.alice().contact("bob").pads[0].id
      try remember(1 << 40, of: first, journey)
      var environment = TwoVaults.environment(journey.path + ".state")
      environment.storage = DyingStorage(
        after: .max, fate: .kept, unreadable: outside(first, journey),
        failing: 0..<times)
      _ = try? TwoVaults.open(journey.path, environment).forget(first.hexadecimal)
      if try journey.alice().hasState(first) {
        try journey.alice().forget(first.hexadecimal)
      }
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
    }
  }

  @Test(
    "What was heard of one past closes a pad that came back from another, too",
    arguments: [false, true])
  func otherPast(isOtherName: Bool) throws {
    try journey { journey, _ in
      // Monday is the journey's.
      _ = try addCarol(journey)
      let monday = try VaultFiles([journey.path])
      try journey.alice().rename("bob", to: "rob")
      let tuesday = try VaultFiles([journey.path + "/pads"])
      _ = try journey.alice().sendText("after", to: "rob")
      try monday.restore()
      if isOtherName { try journey.alice().rename("carol", to: "caroline") }
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
      try tuesday.restore()
      #expect(throws: VaultError.sendingClosed("rob", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "rob")
      }
    }
  }

  @Test("A pad that the medium does not give is not forgotten before it is heard")
  func notGiven() throws {
    try journey { journey, _ in
      let first = try journey.alice().contact("bob").pads[0].id
      try remember(1 << 40, of: first, journey)
      let path = VaultLayout(directory: journey.path).state(first)
      var environment = TwoVaults.environment(journey.path + ".state")
      environment.storage = DyingStorage(after: .max, fate: .kept, unreadable: path)
      let error = SystemError("read", path, code: SystemError.inputOutput)
      #expect(throws: VaultError.system(error)) {
        try TwoVaults.open(journey.path, environment).forget(first.hexadecimal)
      }
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
    }
  }

  @Test("What a pad shows closes the contact whose it is by now, whichever look at that fails")
  func unreadableDecisions() throws {
    for start in 0..<20 {
      for count in [1, 3, 6] {
        try journey { journey, second in
          // Decided, and followed by neither pad yet.
          var decisions = Decisions()
          decisions.rename("bob", to: "robert", KernelRandomness())
          try journey.two.alice.keep(decisions)
          try remember(1 << 40, of: second, journey)
          var environment = TwoVaults.environment(journey.path + ".state")
          environment.storage = DyingStorage(
            after: .max, fate: .kept, unreadable: journey.path + "/decisions",
            failing: start..<start + count)
          let alice = try TwoVaults.open(journey.path, environment)
          #expect(throws: VaultError.self) { try alice.sendText("again", to: "robert") }
          #expect(throws: VaultError.sendingClosed("robert", .vaultIsOlder)) {
            try journey.alice().sendText("again", to: "robert")
          }
        }
      }
    }
  }

  @Test("A pad that is closed for what another one showed is found again by itself")
  func toldByAnother() throws {
    try journey { journey, second in
      let first = try journey.two.alice.contact("bob").pads[0].id
      try remember(1 << 40, of: first, journey)
      let ids = [first, second]
      let before = try ids.map { try readFile(outside($0, journey)) }
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
      // The one that spoke has said it; a greater one would close the vault that went on.
      let after = try ids.map { try readFile(outside($0, journey)) }
      #expect(after[0] == before[0] && after[1] != before[1])
      try journey.goBack(.inPlace, .kept)
      try Disk().remove(outside(first, journey))
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
    }
  }

  @Test("Who opens a pad whose forgetting was stopped closes nothing")
  func forgettingStopped() throws {
    try journey { journey, second in
      let alice = try journey.alice()
      let first = try alice.contact("bob").pads[0].id
      try alice.gone.add(first)
      GenerationWitness(first, of: alice)?.write(GenerationWitness.gone)
      let path = VaultLayout(directory: journey.path).state(first)
      let error = SystemError("open", path, code: SystemError.notFound)
      #expect(throws: VaultError.system(error)) { _ = try alice.openPad(first).id }
      #expect(try alice.decisions() == Decisions())
      _ = try journey.bob.receiveText(alice.sendText("on the second", to: "bob"))
    }
  }

  @Test("What everybody has is closed, also a pad that was away and follows what was lost")
  func awayFromEverybody() throws {
    try journey { journey, _ in
      let carol = try addCarol(journey)
      try journey.alice().rename("bob", to: "robert")
      try journey.alice().rename("carol", to: "caroline")
      try without(carol, journey) {
        try Disk().remove(journey.path + "/decisions")
        #expect(throws: VaultError.sendingClosed("robert", .vaultIsOlder)) {
          try journey.alice().sendText("again", to: "robert")
        }
      }
      #expect(throws: VaultError.sendingClosed("caroline", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "caroline")
      }
      // What is made later does not suffer.
      _ = try add(journey.alice(), journey.bob)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Decisions that went back by themselves close what anybody shares")
  func decisionsWentBack() throws {
    try journey { journey, _ in
      _ = try addCarol(journey)
      try closeBob(journey)
      try Disk().remove(journey.path + "/decisions")
      #expect(throws: VaultError.sendingClosed("bob", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "bob")
      }
      #expect(try journey.alice().contact("carol").pads[0].closure == .vaultIsOlder)
      // What is made later does not suffer.
      _ = try add(journey.alice(), journey.bob)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test(
    "Decisions that went back by themselves, and went on otherwise, close what anybody shares",
    arguments: [false, true])
  func decisionsOfAnotherPast(isFromThird: Bool) throws {
    try journey { journey, second in
      let carol = try addCarol(journey)
      _ = try journey.alice().sendText("hello", to: "carol")
      let first = try journey.alice().contact("bob").pads[0].id
      try journey.alice().rename("bob", to: "robert")
      let before = try readFile(journey.path + "/decisions")
      // A third past, in which what is kept outside spoke of carol's pad.
      let pads = try VaultFiles([journey.path])
      try remember(1 << 40, of: carol, journey)
      #expect(throws: VaultError.self) { try journey.alice().sendText("again", to: "carol") }
      let third = try readFile(journey.path + "/decisions")
      try pads.restore()
      try remember(0, of: carol, journey)

      // Killed before the second pad follows.
      try without(second, journey) { try closeRobert(journey) }
      if isFromThird {
        try VaultFiles.put(third, in: journey.path + "/decisions")
      } else {
        try VaultFiles.put(before, in: journey.path + "/decisions")
        try without(first, journey) {
          try remember(1 << 40, of: carol, journey)
          #expect(throws: VaultError.self) { try journey.alice().sendText("again", to: "carol") }
        }
      }
      #expect(throws: VaultError.sendingClosed("robert", .vaultIsOlder)) {
        try journey.alice().sendText("again", to: "robert")
      }
    }
  }

  @Test("A vault that goes back by itself is found by a decision that changed none of its pads")
  func onlyDecisionsWentBack() throws {
    try journey { journey, second in
      let carol = try addCarol(journey)
      let before = try VaultFiles([journey.path])
      try without(carol, journey) { try journey.alice().keep(renamed(journey, "x", "y")) }
      try before.restore()
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder])
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder])
      // Said once: what is made later stays open.
      _ = try add(journey.alice(), journey.bob)
      #expect(try journey.refusal() == nil)
    }
  }

  private func renamed(_ journey: Journey, _ old: String, _ new: String) throws -> Decisions {
    var decisions = try journey.alice().decisions()
    decisions.rename(old, to: new, KernelRandomness())
    return decisions
  }

  @Test("A vault without pads that went back closes nothing that is made then")
  func withoutPads() throws {
    try journey { journey, _ in
      let before = try? readFile(journey.path + "/decisions")
      try journey.alice().keep(renamed(journey, "x", "y"))
      try journey.alice().forget("bob")
      try Disk().remove(journey.path + "/decisions")
      #expect(before == nil)
      _ = try add(journey.alice(), journey.bob)
      #expect(try closures(journey) == [nil])
    }
  }

  @Test("A copy that is told that it is older says nothing against the one that goes on")
  func toldCopy() throws {
    try journey { journey, second in
      try journey.alice().rename("bob", to: "robert")
      let before = try VaultFiles([journey.path])
      try journey.alice().rename("robert", to: "bob")
      let now = try VaultFiles([journey.path])
      let last = try DecisionWitness(of: journey.alice())?.read()
      try before.restore()
      #expect(throws: VaultError.sendingClosed("robert", .vaultIsOlder)) {
        try journey.alice().sendText("from the older one", to: "robert")
      }
      #expect(try DecisionWitness(of: journey.alice())?.read() == last)
      try now.restore()
      #expect(try closures(journey) == [nil, nil])
    }
  }

  @Test("What is done in a copy that was not adopted closes nothing of the vault that goes on")
  func copyIsLookedAt() throws {
    try journey { journey, _ in
      _ = try addCarol(journey)
      _ = try journey.alice().sendText("hello", to: "carol")
      let elsewhere = journey.two.directory + "/copy"
      try #require(Program("cp").run(["-a", journey.path, elsewhere]).status == 0)
      let copy = try TwoVaults.open(elsewhere, TwoVaults.environment(journey.path + ".state"))
      #expect(throws: VaultError.moved(contact: "bob")) { try copy.rename("bob", to: "robert") }
      try copy.forget("carol")
      #expect(try closures(journey) == [nil, nil])
      #expect(try journey.refusal() == nil)
      #expect(try journey.alice().contact("carol").pads[0].standingClosure == .vaultIsOlder)
    }
  }

  @Test("What closed a pad stays decided where that pad is forgotten, and the file goes back")
  func forgottenTeller() throws {
    try journey { journey, second in
      let first = try journey.alice().contact("bob").pads[0].id
      try journey.alice().keep(renamed(journey, "x", "y"))
      let before = try readFile(journey.path + "/decisions")
      try without(second, journey) {
        try closeBob(journey)
        try journey.alice().forget(first.hexadecimal)
        try VaultFiles.put(before, in: journey.path + "/decisions")
      }
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
    }
  }

  @Test("What is kept outside of decisions and was damaged says nothing", arguments: 0..<3)
  func damagedOutside(_ way: Int) throws {
    try journey { journey, _ in
      try journey.alice().rename("bob", to: "robert")
      let path = "\(journey.path).state/\(journey.two.alice.id.hexadecimal)-decisions"
      var bytes = try readFile(path)
      switch way {
      case 0: bytes[3] ^= 1
      case 1: bytes = [UInt8](repeating: 0, count: bytes.count)
      default: bytes.removeLast()
      }
      try VaultFiles.put(bytes, in: path)
      #expect(try journey.alice().contact("robert").pads.map(\.standingClosure) == [nil, nil])
      _ = try journey.alice().sendText("goes on", to: "robert")
      // The next one is remembered again.
      try journey.alice().rename("robert", to: "bob")
      #expect(try DecisionWitness(of: journey.alice())?.read() == journey.alice().decisions().last)
    }
  }

  @Test(
    "What is kept outside of decisions and cannot be read stops sending, and is no obstacle else")
  func unreadableOutside() throws {
    try journey { journey, _ in
      try journey.alice().keep(renamed(journey, "x", "y"))
      let path = "\(journey.path).state/\(journey.two.alice.id.hexadecimal)-decisions"
      var environment = TwoVaults.environment(journey.path + ".state")
      environment.storage = DyingStorage(after: .max, fate: .kept, unreadable: path)
      let alice = try TwoVaults.open(journey.path, environment)
      let error = SystemError("read", path, code: SystemError.inputOutput)
      #expect(throws: VaultError.system(error)) { try alice.sendText("x", to: "bob") }
      #expect(throws: VaultError.system(error)) { try alice.rename("bob", to: "robert") }
      #expect(try alice.contacts().map(\.name) == ["bob"])
      #expect(alice.damagesOfLists() == [.system(error)])
      #expect(
        try alice.conditions().map(\.kind) == [.damaged(.system(error)), .damaged(.system(error))])
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A pad that was moved here and is ahead speaks for all")
  func aheadAndMoved() throws {
    try journey { journey, second in
      let carol = try addCarol(journey)
      try journey.alice().rename("carol", to: "caroline")
      try Disk().remove(journey.path + "/decisions")
      try Disk().remove("\(journey.path).state/\(journey.two.alice.id.hexadecimal)-decisions")
      let state = VaultLayout(directory: journey.path).state(carol)
      try #require(Program("cp").run(["-a", state, state + ".copy"]).status == 0)
      try Disk().rename(state + ".copy", to: state)
      #expect(try closures(journey) == [.vaultIsOlder, .vaultIsOlder])
      #expect(try journey.refusal() == .sendingClosed("bob", .vaultIsOlder))
    }
  }

  @Test("What was heard of a closed pad is durable before its generation passes it by")
  func passedBy() throws {
    try journey { journey, second in
      try closeBob(journey)
      let first = try journey.alice().contact("bob").pads[0].id
      _ = try add(journey.alice(), journey.bob)
      // Heard, as far as the cache shows.
      var decisions = try journey.alice().decisions()
      decisions.hear(1 << 41, of: first)
      try journey.alice().keep(decisions)
      let path = journey.path + "/decisions"
      let before = try Disk().attributes(at: path)
      _ = try journey.alice().openPad(first)
      #expect(try Disk().attributes(at: path)?.inode != before?.inode)
    }
  }

  @Test("What a new pad follows is durable before the pad is")
  func followedFromBirth() throws {
    try journey { journey, second in
      try closeBob(journey)
      _ = try journey.alice().openPad(second)
      let path = journey.path + "/decisions"
      let before = try Disk().attributes(at: path)
      _ = try add(journey.alice(), journey.bob)
      #expect(try Disk().attributes(at: path)?.inode != before?.inode)
    }
  }

  @Test("A contact that is forgotten in part sends with nothing that is left", arguments: 1..<40)
  func forgottenInPart(_ steps: Int) throws {
    try journey { journey, second in
      try goBack(.inPlace, journey, second)
      _ = try? dying(journey, after: steps, .kept).forget("bob")
      // All pads stand, or those that do are closed.
      let standing = try journey.alice().contacts().flatMap(\.pads)
      #expect(standing.count == 2 || standing.allSatisfy { $0.standingClosure != nil })
      let packet = try? journey.alice().sendText("again", to: "bob")
      #expect(packet == nil)
    }
  }

  @Test("A vault that goes back while a message is delivered is shown so by that message")
  func goesBackMeanwhile() throws {
    try journey { journey, second in
      try fillFirst(journey)
      let packet = try journey.bob.sendText("seen it all", to: "alice")
      _ = try journey.alice().receive(packet) { (_, _) throws(VaultError) in
        do { try journey.goBack(.inPlace, .restored) } catch { Issue.record(error) }
      }
      #expect(try closures(journey) == [.peerHasSeenMore, .peerHasSeenMore])
    }
  }
}

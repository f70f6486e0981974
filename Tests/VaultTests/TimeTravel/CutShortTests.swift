import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// Evidence that was found once must not be lost, wherever the program or the machine stops.
@Suite("A closing that is cut short")
struct CutShortTests {
  @Test(
    "The evidence of a peer is not lost, wherever the closing stops", arguments: 0..<12,
    DyingStorage.Fate.allCases)
  func peer(_ steps: Int, fate: DyingStorage.Fate) throws {
    try withJourney(pads: 2) { journey in
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[1])
      let dying = try journey.alice(on: DyingStorage(after: steps, fate: fate))
      _ = try? dying.receiveHello(packet, pad: journey.pads[1])
      if try journey.closures() == [nil, nil] {
        try journey.alice().receiveHello(packet, pad: journey.pads[1])
      }
      #expect(try journey.refusal() == Journey.seen)
      #expect(try journey.closures() == [.peerHasSeenMore, .peerHasSeenMore])
    }
  }

  @Test(
    "A delivered message has closed its contact, even if its pad is lost afterwards",
    arguments: 0..<12, DyingStorage.Fate.allCases)
  func delivered(_ steps: Int, fate: DyingStorage.Fate) throws {
    try withJourney(pads: 2) { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      let packet = try journey.bob.hello(pad: journey.pads[0])
      try journey.goBack(.inPlace, .restored)
      let dying = try journey.alice(on: DyingStorage(after: steps, fate: fate))
      var isDelivered = false
      _ = try? dying.receive(packet) { _, _ in isDelivered = true }
      guard try isDelivered || journey.closures() != [nil, nil] else { return }
      for pad in journey.pads {
        try journey.without(pad) {
          let refusal = try journey.refusal()
          #expect(refusal == Journey.seen)
        }
      }
    }
  }

  @Test(
    "A renaming that stops midway leaves one name, and evidence closes the contact under it",
    arguments: 0..<8, DyingStorage.Fate.allCases)
  func rename(_ steps: Int, fate: DyingStorage.Fate) throws {
    try withJourney(pads: 2) { journey in
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[1])
      try? journey.alice(on: DyingStorage(after: steps, fate: fate)).rename("bob", to: "robert")
      let contacts = try journey.alice().contacts()
      #expect(contacts.count == 1 && contacts[0].pads.count == 2)
      let name = contacts[0].name
      #expect(["bob", "robert"].contains(name))
      try journey.alice().receiveHello(packet, pad: journey.pads[1])
      #expect(try journey.refusal(to: name) == .sendingClosed(name, .peerHasSeenMore))
      #expect(try journey.alice().contacts().map(\.name) == [name])
    }
  }

  @Test(
    "A partly forgotten contact does not send with the pads that are left", arguments: 1..<40)
  func forgetting(_ steps: Int) throws {
    try withJourney(pads: 2) { journey in
      try journey.counter(of: journey.pads[0]).write(1 << 40)
      try? journey.alice(on: DyingStorage(after: steps, fate: .kept)).forget("bob")
      let refusal = try journey.refusal()
      #expect(refusal == Journey.older || refusal == .noContacts)
    }
  }

  @Test("A pad's counter is compared before the pad is erased, or the pad stays", arguments: 1...8)
  func unheard(times: Int) throws {
    try withJourney(pads: 2) { journey in
      let (first, counter) = (journey.pads[0], journey.counter(of: journey.pads[0]))
      try counter.write(1 << 40)
      let storage = DyingStorage(
        after: .max, fate: .kept, unreadable: counter.path, failing: 0..<times)
      try? journey.alice(on: storage).forget(first.hexadecimal)
      if try Disk().attributes(at: journey.layout.state(first)) != nil {
        try journey.alice().forget(first.hexadecimal)
      }
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("A pad whose state cannot be read now is not forgotten before it is compared")
  func unreadableState() throws {
    try withJourney(pads: 2) { journey in
      try journey.counter(of: journey.pads[0]).write(1 << 40)
      let state = journey.layout.state(journey.pads[0])
      let storage = DyingStorage(after: .max, fate: .kept, unreadable: state)
      #expect(throws: VaultError.self) {
        try journey.alice(on: storage).forget(journey.pads[0].hexadecimal)
      }
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("Whichever read of the book fails, evidence closes and nothing is sent")
  func unreadableBook() throws {
    for start in 0..<20 {
      for count in [1, 3, 6] {
        try withJourney(pads: 2) { journey in
          try journey.counter(of: journey.pads[1]).write(1 << 40)
          let storage = DyingStorage(
            after: .max, fate: .kept, unreadable: journey.layout.contacts,
            failing: start..<start + count)
          let packet = try? journey.alice(on: storage).sendText("again", to: "bob")
          #expect(packet == nil)
          #expect(try journey.refusal() == Journey.older)
        }
      }
    }
  }

  // MARK: Closings that are only in the cache

  @Test(
    "A closing in the cache is durable before another program relies on it",
    arguments: 0..<16)
  func reliedOn(_ steps: Int) throws {
    try withJourney(pads: 2) { journey in
      let packet = try journey.helloThatHasSeenMore(on: journey.pads[1])
      let disk = try CachedDisk(bin: journey.two.directory + "/bin")
      disk.startProcess(killedAfter: steps)
      _ = try? journey.alice(on: disk).receiveHello(packet, pad: journey.pads[1])
      // The next one finds the closing, and consumes the message that caused it.
      disk.startProcess()
      _ = try? journey.alice(on: disk).receiveHello(packet, pad: journey.pads[1])
      try disk.cutPower()
      _ = try? journey.alice().receiveHello(packet, pad: journey.pads[1])
      #expect(try journey.refusal() == Journey.seen)
    }
  }

  @Test(
    "A closing in the cache is durable before the pad that caused it is forgotten",
    arguments: 0..<12)
  func reliedOnToForget(_ steps: Int) throws {
    var isOver = false
    for more in 0..<60 where !isOver {
      try withJourney(pads: 2) { journey in
        try journey.counter(of: journey.pads[0]).write(1 << 40)
        let disk = try CachedDisk(bin: journey.two.directory + "/bin")
        disk.startProcess(killedAfter: steps)
        _ = try? journey.alice(on: disk).sendText("again", to: "bob")
        // Otherwise it has not begun, or is complete.
        let generations = try journey.two.alice.bookGenerations()
        if generations[0] == generations[1] {
          isOver = true
          return
        }
        disk.startProcess(killedAfter: more)
        try? journey.alice(on: disk).forget(journey.pads[0].hexadecimal)
        isOver = !disk.isKilled
        try disk.cutPower { $0.hasPrefix(journey.path + ".state/") }
        #expect(try journey.refusal() == Journey.older, "after \(more) more steps")
      }
    }
    #expect(isOver)
  }

  @Test(
    "A closing in the cache is durable before a pad is made that it does not cover",
    arguments: 0..<16)
  func reliedOnToPair(_ steps: Int) throws {
    try withJourney { journey in
      try journey.counter(of: journey.pads[0]).write(1 << 40)
      let disk = try CachedDisk(bin: journey.two.directory + "/bin")
      disk.startProcess(killedAfter: steps)
      _ = try? journey.alice(on: disk).sendText("again", to: "bob")
      disk.startProcess()
      try TwoVaults.addPad(to: journey.alice(on: disk), and: journey.bob)
      try disk.cutPower()
      #expect(try journey.refusal() == nil, "the new pad is open")
      #expect(try journey.closures() == [.vaultIsOlder, nil])
    }
  }
}

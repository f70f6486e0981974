import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A vault that was copied, restored as new files, or moved")
struct MovedVaultTests {
  @Test(
    "It is refused until it is adopted; a wrong adoption is found out once the peer speaks",
    arguments: Journey.Counters.allCases, [false, true])
  func copied(_ counters: Journey.Counters, _ isVouched: Bool) throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.copied, counters)
      #expect(try journey.refusal() == journey.moved)
      #expect(try journey.alice().adopt(nothingSentElsewhere: isVouched) == 1)
      switch (counters, isVouched) {
      case (.kept, true): #expect(try journey.refusal() == Journey.older)
      case (.kept, false):
        let refusal = try journey.refusal()
        #expect(refusal == Journey.older || refusal == Journey.closed)
      case (_, false): #expect(try journey.refusal() == Journey.closed)
      case (_, true):
        try journey.hear()
        #expect(try journey.refusal() == Journey.seen)
      }
      try journey.hear()
    }
  }

  @Test("If nothing was sent since, it works once somebody vouches for that")
  func movedInTruth() throws {
    try withJourney(others: ["carol"]) { journey in
      try journey.goBack(.copied, .kept)
      #expect(try journey.refusal() == journey.moved)
      #expect(try journey.alice().adoption().isNeeded)
      #expect(try journey.alice().adoption().movedPads == 2)
      #expect(try !journey.alice().adoption().isOtherMachineOnly)
      #expect(try journey.alice().adopt(nothingSentElsewhere: true) == 2)
      #expect(try !journey.alice().adoption().isNeeded)
      #expect(try journey.alice().adopt(nothingSentElsewhere: true) == 0)
      let text = try journey.bob.receiveText(journey.alice().sendText("after", to: "bob"))
      #expect(text == "after")
      #expect(try journey.refusal(to: "carol") == nil)
    }
  }

  @Test("Nothing in it is repaired or cleared away until it is adopted")
  func untidied() throws {
    try withJourney { journey in
      try journey.goBack(.copied, .kept)
      let left = journey.layout.spool + "/left"
      try writeFile(left, [1])
      var header = try readFile(journey.layout.header)
      header[header.count - 1] ^= 1
      let file = try Disk().open(journey.layout.header, writable: true)
      try file.write(header.span, at: 0)
      #expect(try journey.refusal() == journey.moved)
      try #expect(readFile(left) == [1] && readFile(journey.layout.header) == header)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == nil)
      try #expect(Disk().list(journey.layout.spool).isEmpty)
      try #expect(readFile(journey.layout.header) != header)
    }
  }

  @Test("If nobody vouches for it, it no longer sends but still reads")
  func closed() throws {
    try withJourney(others: ["carol"]) { journey in
      try journey.goBack(.copied, .kept)
      #expect(try journey.alice().adopt(nothingSentElsewhere: false) == 2)
      #expect(try journey.refusal() == Journey.closed)
      #expect(try journey.closures("carol") == [.moved])
      #expect(try journey.alice().adopt(nothingSentElsewhere: true) == 0)
      #expect(try journey.refusal() == Journey.closed, "closed for good")
      try journey.hear()
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  /// Offsets in a state, within its file identity, and the bits to change there.
  private static let identities: [(offset: Int, change: UInt8)] = [(135, 1), (143, 1), (147, 1)]

  @Test("A file with another inode or birth time counts as moved", arguments: 0..<3)
  func otherFile(_ number: Int) throws {
    try withJourney { journey in
      let path = journey.layout.state(journey.pads[0])
      // Birth times are not recorded everywhere.
      let hasBirth = try Disk().attributes(at: path)?.birth != nil
      if number > 0, !hasBirth { return }
      try journey.two.alice.changeState(of: journey.pads[0]) { state in
        let (offset, change) = MovedVaultTests.identities[number]
        state[offset] ^= change
      }
      #expect(try journey.refusal() == journey.moved)
    }
  }

  @Test("A subvolume that was put back from a snapshot has another id, and counts as moved")
  func otherSubvolume() throws {
    try withJourney { journey in
      // It is recorded from the first change on.
      let refusals = try [256, 256, 257, nil].map { (subvolume: UInt64?) throws in
        try journey.refusal(journey.alice(on: AlteredDisk(subvolume: subvolume)))
      }
      #expect(refusals == [nil, nil, journey.moved, journey.moved])
    }
  }

  @Test("One moved pad stops every change of the vault that involves it")
  func onePad() throws {
    try withJourney(pads: 2) { journey in
      try journey.replace(journey.layout.state(journey.pads[0]))
      #expect(try journey.alice().contact("bob").pads.map(\.isMoved) == [true, false])
      #expect(try journey.refusal() == journey.moved)
      #expect(throws: journey.moved) {
        try journey.alice().forget(journey.pads[0].hexadecimal)
      }
      #expect(throws: journey.moved) { try journey.alice().forget("bob") }
      #expect(throws: journey.moved) { try journey.alice().skip("bob") }
      _ = try journey.alice().adopt(nothingSentElsewhere: false)
      #expect(try journey.closures() == [.moved, .moved])
      try journey.alice().forget("bob")
      #expect(try journey.alice().contacts().isEmpty)
    }
  }

  @Test("A closed pad that came back as a copy stops the others until it is adopted")
  func closedBefore() throws {
    try withJourney { journey in
      try journey.closeByPeer(on: journey.pads[0])
      try journey.addPad()
      #expect(try journey.refusal() == nil)
      try journey.replace(journey.layout.state(journey.pads[0]))
      #expect(try journey.refusal() == journey.moved)
      _ = try journey.alice().adopt(nothingSentElsewhere: false)
      #expect(try journey.closures() == [.peerHasSeenMore, .moved])
    }
  }

  @Test("A contact book that came back as a copy stops everything, too")
  func onlyBook() throws {
    try withJourney(others: ["carol"]) { journey in
      try journey.replace(journey.layout.contacts)
      #expect(try journey.refusal() == journey.moved)
      #expect(try journey.refusal(to: "carol") == journey.moved)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Evidence that it is older is compared when it is adopted", arguments: [false, true])
  func heardFirst(_ isMoved: Bool) throws {
    try withJourney(pads: 2) { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(isMoved ? .copied : .inPlace, .kept)
      // One counter is ahead, the other one is gone.
      try journey.counter(of: journey.pads[0]).write(1 << 40)
      try Disk().remove(journey.counter(of: journey.pads[1]).path)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.closures() == [.vaultIsOlder, .vaultIsOlder])
    }
  }

  @Test("An adoption that is cut short anywhere opens nothing", arguments: 0..<24)
  func cutShort(_ steps: Int) throws {
    try withJourney(pads: 2) { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.copied, .kept)
      let dying = try journey.alice(on: DyingStorage(after: steps, fate: .kept))
      _ = try? dying.adopt(nothingSentElsewhere: true)
      let refusal = try journey.refusal()
      #expect(refusal == journey.moved || refusal == Journey.older)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == Journey.older)
    }
  }
}

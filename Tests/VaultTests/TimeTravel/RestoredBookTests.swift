import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A contact book that was restored alone")
struct RestoredBookTests {
  private func bookAlone(_ journey: Journey) throws -> [UInt8] {
    try readFile(journey.layout.contacts)
  }

  private func put(_ book: [UInt8], _ journey: Journey) throws {
    try VaultFiles.put(book, in: journey.layout.contacts)
  }

  @Test("Its counter is ahead: every pad is closed, and pads made later are open")
  func alone() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let before = try bookAlone(journey)
      try journey.closeByPeer(on: journey.pads[0])
      try put(before, journey)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.closures() == [.vaultIsOlder, .vaultIsOlder])
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("If its counter went back too, states that have seen a later book reveal the rollback")
  func stateIsAhead() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let (before, counter) = (try bookAlone(journey), journey.counter(of: nil))
      let counted = try #require(counter.bytes)
      try journey.alice().rename("carol", to: "caroline")
      // From here on, bob's pad knows of the later book.
      _ = try journey.alice().sendText("after", to: "bob")
      try put(before, journey)
      try counter.put(counted)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.closures() == [.vaultIsOlder, .vaultIsOlder])
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      // It is found only once.
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("If its counter is gone, a state that is ahead reveals the rollback even after an adoption")
  func stateIsAheadWithoutCounters() throws {
    try withJourney { journey in
      let before = try bookAlone(journey)
      try journey.alice().rename("bob", to: "robert")
      _ = try journey.alice().sendText("after", to: "robert")
      try put(before, journey)
      try journey.deleteCounters()
      let refusal = try journey.refusal()
      #expect(journey.isCounterGone(refusal) || refusal == Journey.older)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("A pad that is ahead of the book is compared before a new one gets its number")
  func heardBeforePairing() throws {
    try withJourney(others: ["carol"]) { journey in
      let (before, counter) = (try bookAlone(journey), journey.counter(of: nil))
      let counted = try #require(counter.bytes)
      try journey.alice().rename("bob", to: "robert")
      _ = try journey.alice().sendText("after", to: "carol")
      try put(before, journey)
      try counter.put(counted)
      try journey.addPad()
      #expect(try journey.closures() == [.vaultIsOlder, nil])
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A pad that it does not list proves that it went back, and gets listed")
  func unlistedPad() throws {
    try withJourney(others: ["carol"]) { journey in
      let (before, outside) = (try bookAlone(journey), try VaultFiles([journey.path + ".state"]))
      let second = try journey.addPad()
      try put(before, journey)
      try outside.restore()
      // A command that looks at all pads finds it.
      try journey.addPad()
      #expect(try journey.closures() == [.vaultIsOlder, .vaultIsOlder, nil])
      #expect(try journey.alice().contact("bob").pads[1].id == second)
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A contact that the book does not know is named after its id")
  func unlistedContact() throws {
    try withJourney { journey in
      let (before, outside) = (try bookAlone(journey), try VaultFiles([journey.path + ".state"]))
      let dave = try TwoVaults.addPad(to: journey.alice(), of: "dave")
      try put(before, journey)
      try outside.restore()
      try journey.addPad()
      let contacts = try journey.alice().contacts()
      #expect(contacts.map(\.name).first == "bob" && contacts.count == 2)
      let unnamed = contacts[1]
      #expect(unnamed.name == "unnamed-\(unnamed.id.hexadecimal.prefix(8))")
      #expect(unnamed.pads.map(\.id) == [dave])
      #expect(try journey.refusal(to: unnamed.name) == .sendingClosed(unnamed.name, .vaultIsOlder))
    }
  }

  @Test(
    "A book of another past with the same generation has another mark", arguments: [false, true])
  func otherPast(_ isFirst: Bool) throws {
    try withJourney { journey in
      let (before, outside) = (try bookAlone(journey), try VaultFiles([journey.path + ".state"]))
      try journey.alice().rename("bob", to: "one")
      let one = try bookAlone(journey)
      let counter = journey.counter(of: nil)
      let generation = counter.generation
      try put(before, journey)
      try outside.restore()
      try journey.alice().rename("bob", to: "two")
      #expect(counter.generation == generation)
      if isFirst {
        try put(one, journey)
        #expect(try journey.refusal(to: "one") == .sendingClosed("one", .vaultIsOlder))
      } else {
        #expect(try journey.refusal(to: "two") == nil)
      }
    }
  }

  @Test(
    "A book that was cut short in another past is compared before it is repaired", arguments: 0..<6)
  func middleOfOtherPast(_ steps: Int) throws {
    try withJourney { journey in
      let (before, outside) = (try bookAlone(journey), try VaultFiles([journey.path + ".state"]))
      let disk = DyingStorage(after: steps, fate: .kept)
      try? journey.alice(on: disk).rename("bob", to: "one")
      let middle = try bookAlone(journey)
      try put(before, journey)
      try outside.restore()
      let generation = try #require(journey.counter(of: nil).generation)
      try journey.closeByPeer(on: journey.pads[0])
      #expect(journey.counter(of: nil).generation == generation + 1)
      try put(middle, journey)
      let name = try journey.alice().contacts()[0].name
      #expect(try journey.refusal(to: name) != nil)
    }
  }

  @Test("A vault without pads that went back closes no pad that is made then")
  func withoutPads() throws {
    try withJourney { journey in
      try journey.alice().forget("bob")
      let before = try bookAlone(journey)
      try TwoVaults.addPad(to: journey.alice(), of: "dave")
      try journey.alice().forget("dave")
      try put(before, journey)
      try journey.addPad()
      #expect(try journey.closures() == [nil])
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A closing is not forgotten with the pad that caused it")
  func forgottenTeller() throws {
    try withJourney(pads: 2) { journey in
      let before = try bookAlone(journey)
      try journey.counter(of: journey.pads[0]).write(1 << 40)
      try journey.alice().forget(journey.pads[0].hexadecimal)
      #expect(try journey.refusal() == Journey.older)
      try put(before, journey)
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("Pads of another past, put back into a vault that was closed, stay closed")
  func padsOfAnotherPast() throws {
    try withJourney { journey in
      let monday = try VaultFiles([journey.path])
      for _ in 0..<2 { _ = try journey.alice().sendText("after", to: "bob") }
      let tuesday = try VaultFiles([journey.path + "/pads"])
      try monday.restore()
      #expect(try journey.refusal() == Journey.older)
      try tuesday.restore()
      #expect(try journey.refusal() == Journey.older)
    }
  }
}

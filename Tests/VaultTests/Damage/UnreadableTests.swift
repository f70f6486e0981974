import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// Files that the medium cannot read now; it may later.
@Suite("Files that cannot be read")
struct UnreadableTests {
  /// The error, and a disk that cannot read this file.
  private func unreadable(
    _ path: String, failing: Range<Int> = 0..<Int.max
  ) -> (VaultError, DyingStorage) {
    let error = SystemError("read", path, code: SystemError.inputOutput)
    let storage = DyingStorage(after: .max, fate: .kept, unreadable: path, failing: failing)
    return (.system(error), storage)
  }

  @Test("Without the contact book nothing is done, and it is not replaced")
  func book() throws {
    try withJourney(others: ["carol"]) { journey in
      let alice = try journey.alice()
      let packet = try journey.bob.sendText("hello", to: "alice")
      let before = try VaultFiles([journey.path])
      let (error, storage) = unreadable(journey.layout.contacts)
      for act: (Vault) throws -> Void in [
        { _ = try $0.receiveText(packet) }, { _ = try $0.sendText("x", to: "bob") },
        { try $0.rename("bob", to: "robert") }, { try $0.forget("bob") },
        { _ = try $0.adopt(nothingSentElsewhere: true) },
      ] {
        #expect(throws: error) { try act(journey.alice(on: storage)) }
      }
      #expect(alice.damagesOfLists() == [])
      #expect(try VaultFiles([journey.path]) == before)
      #expect(try journey.refusal() == nil)
      #expect(try journey.alice().receiveText(packet) == "hello")
    }
  }

  @Test("A closed pad sends nothing, whichever read of the contact book fails")
  func closedPad() throws {
    for first in 0..<16 {
      for count in [1, 3, 6, 9] {
        try withJourney { journey in
          try journey.closeByPeer(on: journey.pads[0])
          let used = try journey.alice().contact("bob").pads[0].send.used
          let (_, storage) = unreadable(
            journey.layout.contacts, failing: first..<first + count)
          let packet = try? journey.alice(on: storage).sendText("x", to: "bob")
          #expect(packet == nil)
          #expect(try journey.alice().contact("bob").pads[0].send.used == used)
          #expect(try journey.refusal() == Journey.seen)
        }
      }
    }
  }

  @Test("Without the state of one pad, its contact waits, and so does pairing")
  func state() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let carol = try journey.alice().contact("carol").pads[0].id
      let (error, storage) = unreadable(journey.layout.state(carol))
      let packet = try journey.bob.sendText("hello", to: "alice")
      let alice = try journey.alice(on: storage)
      #expect(throws: error) { try alice.sendText("x", to: "carol") }
      #expect(throws: error) { try alice.forget("carol") }
      // It may be the one that shows that the vault went back.
      #expect(throws: error) { try TwoVaults.addPad(to: alice, of: "dave") }
      #expect(try alice.receiveText(packet) == "hello")
      _ = try alice.sendText("x", to: "bob")
      #expect(try journey.refusal(to: "carol") == nil)
    }
  }

  @Test("Without the state of one pad of a contact, nothing is sent on the contact's other pad")
  func stateOfOther() throws {
    try withJourney(pads: 2) { journey in
      let (error, storage) = unreadable(journey.layout.state(journey.pads[0]))
      let packet = try journey.bob.sendText("hello", to: "alice")
      #expect(try journey.refusal(journey.alice(on: storage)) == error)
      #expect(try journey.alice(on: storage).receiveText(packet) == "hello")
    }
  }
}

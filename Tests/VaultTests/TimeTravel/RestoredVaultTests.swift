import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A vault that was restored from a backup")
struct RestoredVaultTests {
  @Test("A vault that was restored alone closes when it is next used: its counters are ahead")
  func alone() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .kept)
      #expect(try journey.refusal() == Journey.older)
      try journey.hear()
      #expect(try journey.refusal() == Journey.older, "the first reason stays")
    }
  }

  @Test("A vault that was restored with its counters closes once the peer has spoken")
  func together() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .restored)
      try journey.hear()
      #expect(try journey.refusal() == Journey.seen)
    }
  }

  @Test("A vault that was restored after its counters were deleted has to be adopted")
  func countersDeleted() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, .deleted)
      let refusal = try journey.refusal()
      #expect(journey.isCounterGone(refusal))
      // Receiving goes on, and a message may reveal the rollback.
      try journey.hear()
      #expect(try journey.refusal() == Journey.seen)
    }
  }

  @Test("Its counters are found, whatever directory the environment names", arguments: 0..<3)
  func elsewhere(_ place: Int) throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      try journey.goBack(.inPlace, place < 2 ? .kept : .deleted)
      let other = journey.two.directory + "/other"
      let environment = TwoVaults.environment(place == 0 ? nil : other)
      let refusal = try journey.refusal(TwoVaults.open(journey.path, environment))
      if place < 2 {
        #expect(refusal == Journey.older)
      } else {
        #expect(journey.isCounterGone(refusal))
      }
    }
  }

  @Test("A pad from before it had a counter is found by the one that it has now")
  func beforeCounter() throws {
    try withQuickDirectory { directory in
      let environment = TwoVaults.environment(directory + "/alice.state")
      _ = try TwoVaults.vault(directory + "/alice")
      var full = environment
      full.storage = AlteredDisk.withoutRoom(for: directory + "/alice.state")
      let alice = try TwoVaults.open(directory + "/alice", full)
      try TwoVaults.addPad(to: alice, and: TwoVaults.vault(directory + "/bob"))
      _ = try alice.sendText("before", to: "bob")
      let past = try VaultFiles([directory + "/alice"])

      let later = try TwoVaults.open(directory + "/alice", environment)
      for _ in 0..<2 { _ = try later.sendText("counted", to: "bob") }
      try past.restore()
      #expect(throws: Journey.older) {
        try TwoVaults.open(directory + "/alice", environment).sendText("again", to: "bob")
      }
    }
  }

  @Test("A pad's state that was restored alone with its counter meets wiped chunks")
  func stateAlone() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let state = journey.layout.state(journey.pads[0])
      let counter = journey.counter(of: journey.pads[0])
      let before = try (readFile(state), readFile(counter.path))
      _ = try journey.two.alice.sendText("after", to: "bob")
      try VaultFiles.put(before.0, in: state)
      try counter.put(before.1)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.closures() == [.vaultIsOlder, .vaultIsOlder])
      #expect(try journey.closures("carol") == [.vaultIsOlder])
    }
  }

  @Test("A pad's state that was restored without counters meets wiped chunks even if it is adopted")
  func stateAloneWithoutCounters() throws {
    try withJourney { journey in
      let state = journey.layout.state(journey.pads[0])
      let before = try readFile(state)
      _ = try journey.two.alice.sendText("after", to: "bob")
      try VaultFiles.put(before, in: state)
      try journey.deleteCounters()
      let refusal = try journey.refusal()
      #expect(journey.isCounterGone(refusal))
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("A rotten chunk is skipped, and closes nothing")
  func rottenChunk() throws {
    try withJourney { journey in
      let path = journey.layout.chunks(journey.pads[0])
      var chunks = try readFile(path)
      // The third chunk is the next one.
      for index in 2 * 272..<3 * 272 { chunks[index] = 0 }
      try VaultFiles.put(chunks, in: path)
      let text = try journey.bob.receiveText(journey.alice().sendText("goes on", to: "bob"))
      #expect(text == "goes on")
      #expect(try journey.closures() == [nil])
    }
  }

  @Test(
    "A backup from the middle of a change is noticed, wherever the first command after it dies",
    arguments: Journey.Way.allCases, 0..<8)
  func middle(_ way: Journey.Way, _ steps: Int) throws {
    try withJourney { journey in
      try journey.goBackToMiddle(way)
      let dying = try journey.alice(on: DyingStorage(after: steps, fate: .kept))
      #expect(throws: VaultError.self) { try dying.sendText("x", to: "bob") }
      if way == .copied {
        #expect(try journey.refusal() == journey.moved)
        _ = try? dying.adopt(nothingSentElsewhere: true)
        _ = try journey.alice().adopt(nothingSentElsewhere: true)
      }
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test(
    "Two pasts never pass for one another, wherever one of them was cut short", arguments: 0..<8)
  func twoPasts(_ steps: Int) throws {
    try withJourney { journey in
      let dying = try journey.alice(on: DyingStorage(after: steps, fate: .kept))
      _ = try? dying.sendText("cut short", to: "bob")
      let middle = try VaultFiles([journey.path])
      try journey.goBack(.inPlace, .kept)
      guard try journey.refusal() == nil else { return }
      try middle.restore()
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("A vault that goes back while a message is delivered is closed by that message")
  func meanwhile() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      let packet = try journey.bob.sendText("seen it all", to: "alice")
      let receipt = try journey.alice().receive(packet) { (_, _) throws(VaultError) in
        do { try journey.goBack(.inPlace, .restored) } catch { Issue.record(error) }
      }
      #expect(receipt.closure == .peerHasSeenMore)
      #expect(try journey.closures() == [.peerHasSeenMore])
    }
  }
}

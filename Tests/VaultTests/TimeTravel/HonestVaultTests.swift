import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// Nothing that happens to honest people closes a pad.
@Suite("A vault that stays open")
struct HonestVaultTests {
  @Test("Two systems on one machine take turns using it, once each has adopted it")
  func dualBoot() throws {
    try withJourney(others: ["carol"]) { journey in
      let other = try journey.alice(machine: "another")
      #expect(try journey.refusal(other) == journey.moved)
      #expect(try other.adoption().isNeeded && other.adoption().isOtherMachineOnly)
      _ = try other.adopt(nothingSentElsewhere: true)
      for machine in ["another", "test machine", "another", "test machine"] {
        #expect(try journey.refusal(journey.alice(machine: machine)) == nil)
        #expect(try journey.refusal(journey.alice(machine: machine), to: "carol") == nil)
      }
    }
  }

  @Test("Up to four machines are recognized by their ids")
  func fourMachines() throws {
    try withJourney { journey in
      let machines = ["test machine", "two", "three", "four"]
      for machine in machines.dropFirst() {
        let alice = try journey.alice(machine: machine)
        #expect(try journey.refusal(alice) == journey.moved)
        _ = try alice.adopt(nothingSentElsewhere: true)
      }
      for machine in machines {
        #expect(try journey.refusal(journey.alice(machine: machine)) == nil)
      }
      let fifth = try journey.alice(machine: "five")
      #expect(try journey.refusal(fifth) == journey.moved)
      _ = try fifth.adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal(fifth) == nil)
    }
  }

  @Test("A machine whose id is no longer known counts as another one until it is adopted")
  func machineWithoutID() throws {
    try withJourney { journey in
      var environment = journey.environment()
      environment.machineID = nil
      let nameless = try TwoVaults.open(journey.path, environment)
      #expect(try journey.refusal(nameless) == journey.moved)
    }
  }

  @Test("If a file system begins to say when a file was made, that is recorded from then on")
  func newBirthTime() throws {
    try withQuickDirectory { directory in
      let path = directory + "/alice"
      try Disk().createDirectory(path + ".state")
      func alice(recordingBirth: Bool) throws -> Vault {
        var environment = TwoVaults.environment(path + ".state")
        environment.storage = AlteredDisk(recordsBirth: recordingBirth)
        return try Vault.exists(path, storage: Disk())
          ? TwoVaults.open(path, environment) : TwoVaults.vault(path, environment)
      }
      let pad = try TwoVaults.addPad(to: alice(recordingBirth: false), of: "bob")
      _ = try alice(recordingBirth: false).sendText("no birth", to: "bob")
      // It is not compared yet; the next change records it.
      #expect(try alice(recordingBirth: true).contact("bob").pads.map(\.isMoved) == [false])
      _ = try alice(recordingBirth: true).sendText("birth", to: "bob")
      _ = try alice(recordingBirth: true).sendText("the same birth", to: "bob")
      let state = try alice(recordingBirth: true).stateBytes(of: pad)
      #expect(state[127] & 1 == 1)
      let moved = VaultError.moved(path: path)
      #expect(throws: moved) { try alice(recordingBirth: false).sendText("gone", to: "bob") }
    }
  }

  @Test("Another XDG_STATE_HOME changes nothing: the book knows where the counters are")
  func otherStateHome() throws {
    try withJourney { journey in
      let other = journey.two.directory + "/other"
      for directory in [other, nil] {
        let alice = try TwoVaults.open(journey.path, TwoVaults.environment(directory))
        let before = try #require(journey.counter(of: journey.pads[0]).generation)
        #expect(try journey.refusal(alice) == nil)
        #expect(journey.counter(of: journey.pads[0]).generation == before + 1)
      }
      #expect(try Disk().attributes(at: other) == nil)
    }
  }

  @Test(
    "If the disk is full when a counter is made, none is kept, and a later change makes it",
    arguments: [AlteredDisk.Call.createDirectory, .create, .write, .sync])
  func fullDisk(_ call: AlteredDisk.Call) throws {
    try withQuickDirectory { directory in
      let (path, counters) = (directory + "/alice", directory + "/alice.state")
      var full = TwoVaults.environment(counters)
      full.storage = AlteredDisk(failure: { made, place in
        made == call && place.hasPrefix(counters) ? SystemError.noSpace : nil
      })
      let alice = try TwoVaults.vault(path, full)
      let bob = try TwoVaults.vault(directory + "/bob")
      let pad = try TwoVaults.addPad(to: alice, and: bob)
      for _ in 0..<2 { _ = try bob.receiveText(alice.sendText("works", to: "bob")) }
      // A counter that was written but could not be synced may stay.
      if call != .sync { #expect(CounterFile(of: pad, alice).generation == nil) }

      let later = try TwoVaults.open(path, TwoVaults.environment(counters))
      for number in 0..<2 {
        let packet = try later.sendText("works still", to: "bob")
        #expect(try bob.receiveText(packet) == "works still", "\(number)")
      }
      let second = try TwoVaults.addPad(to: later, and: bob)
      _ = try later.sendText("first", to: "bob")
      for id in [nil, pad, second] { #expect(CounterFile(of: id, alice).generation != nil) }
    }
  }

  @Test("A closed pad's old counter closes no pad that is made later")
  func oldEvidence() throws {
    try withJourney { journey in
      try journey.counter(of: journey.pads[0]).write(1 << 40)
      #expect(try journey.refusal() == Journey.older)
      try journey.addPad()
      try journey.counter(of: journey.pads[0]).write(1 << 41)
      #expect(try journey.refusal() == nil)
      try journey.addPad()
      #expect(try journey.closures() == [.vaultIsOlder, nil, nil])
    }
  }

  @Test("A peer that says once more what closed its old pad closes no pad that is made later")
  func oldWord() throws {
    try withJourney { journey in
      _ = try journey.bob.receiveText(journey.two.alice.sendText("after", to: "bob"))
      let packets = try (0..<2).map { try journey.bob.sendText("\($0)", to: "alice") }
      try journey.goBack(.inPlace, .restored)
      #expect(try journey.alice().receiveText(packets[0]) == "0")
      try journey.addPad()
      #expect(try journey.alice().receiveText(packets[1]) == "1")
      #expect(try journey.closures() == [.peerHasSeenMore, nil])
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("A vault that was adopted in a new place goes on there")
  func movedHome() throws {
    try withJourney { journey in
      let path = journey.two.directory + "/elsewhere"
      try Disk().rename(journey.path, to: path)
      // A renamed directory has the same files.
      let alice = try TwoVaults.open(path, journey.environment())
      #expect(try journey.refusal(alice) == nil)
    }
  }
}

import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Copies of a vault beside the original")
struct CopiesBesideTests {
  /// Opens a copy, which finds the counters of the original.
  private func open(_ copy: String, _ journey: Journey) throws -> Vault {
    try TwoVaults.open(copy, journey.environment())
  }

  private func counters(_ journey: Journey) throws -> VaultFiles {
    try VaultFiles([journey.path + ".state"])
  }

  @Test("Nothing done in a copy that was not adopted changes anything, inside or outside")
  func copyIsLookedAt() throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let packets = try (0..<2).map { try journey.bob.sendText("\($0)", to: "alice") }
      let path = try journey.copyBeside(".copy")
      let copy = try open(path, journey)
      let (inside, outside) = (try VaultFiles([path]), try counters(journey))
      let moved = VaultError.moved(path: path)
      for act: () throws -> Void in [
        { _ = try copy.sendText("x", to: "bob") },
        { _ = try copy.receiveText(packets[1]) },
        { _ = try copy.hello(pad: journey.pads[0]) },
        { _ = try copy.skip("bob") },
        { try copy.rename("bob", to: "robert") },
        { try copy.rename("carol", to: "bob", merging: true) },
        { try copy.forget("carol") },
        { try copy.forget(journey.pads[0].hexadecimal) },
        { try TwoVaults.addPad(to: copy, of: "dave") },
      ] {
        #expect(throws: moved, performing: act)
      }
      _ = try (copy.contacts(), copy.contact("bob"), copy.conditions(), copy.adoption())
      #expect(try VaultFiles([path]) == inside)
      #expect(try counters(journey) == outside)
      #expect(try journey.closures() == [nil, nil])
      #expect(try journey.refusal() == nil)
      #expect(try journey.refusal(to: "carol") == nil)
      for (number, packet) in packets.enumerated() {
        #expect(try journey.alice().receiveText(packet) == "\(number)")
      }
    }
  }

  @Test("An old backup that is opened beside the original is refused, and the original goes on")
  func oldBackup() throws {
    try withJourney { journey in
      let path = try journey.copyBeside(".backup")
      for number in 0..<3 {
        let packet = try journey.alice().sendText("\(number)", to: "bob")
        #expect(try journey.bob.receiveText(packet) == "\(number)")
      }
      let outside = try counters(journey)
      #expect(try journey.refusal(open(path, journey)) == .moved(path: path))
      #expect(try counters(journey) == outside)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("An old backup that is adopted sends nothing", arguments: [true, false])
  func oldBackupIsAdopted(_ isVouched: Bool) throws {
    try withJourney { journey in
      let path = try journey.copyBeside(".backup")
      for _ in 0..<3 { _ = try journey.alice().sendText("after", to: "bob") }
      _ = try open(path, journey).adopt(nothingSentElsewhere: isVouched)
      let refusal = try journey.refusal(open(path, journey))
      #expect(refusal == Journey.older || refusal == Journey.closed)
    }
  }

  @Test("A copy that proves to be older closes only itself", arguments: [false, true])
  func toldCopy(_ isOfBook: Bool) throws {
    try withJourney { journey in
      let before = try VaultFiles([journey.path])
      if isOfBook {
        try journey.alice().rename("bob", to: "robert")
        try journey.alice().rename("robert", to: "bob")
      } else {
        _ = try journey.alice().sendText("after", to: "bob")
      }
      let now = try VaultFiles([journey.path])
      let outside = try counters(journey)
      try before.restore()
      #expect(try journey.refusal() == Journey.older)
      // It still reads, which writes its states.
      let packet = try journey.bob.sendText("to both", to: "alice")
      #expect(try journey.alice().receiveText(packet) == "to both")
      #expect(try journey.refusal() == Journey.older)
      #expect(try counters(journey) == outside)
      try now.restore()
      #expect(try journey.closures() == [nil])
      #expect(try journey.refusal() == nil)
      #expect(try journey.alice().receiveText(packet) == "to both")
    }
  }

  /// Kills alice's program while she sends.
  private func sendCutShort(_ journey: Journey, after steps: Int) throws {
    let dying = try journey.alice(on: DyingStorage(after: steps, fate: .kept))
    _ = try? dying.sendText("cut short", to: "bob")
  }

  @Test(
    "If a copy is adopted and sends, its original, wherever it was stopped, sends no more",
    arguments: 0..<8)
  func copyGoesOn(_ steps: Int) throws {
    try withJourney { journey in
      try sendCutShort(journey, after: steps)
      let path = try journey.copyBeside(".copy")
      _ = try open(path, journey).adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal(open(path, journey)) == nil)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.refusal(open(path, journey)) == nil)
    }
  }

  @Test("If the original sends before its adopted copy does, only one of them sends again")
  func originalIsFaster() throws {
    try withJourney { journey in
      let path = try journey.copyBeside(".copy")
      _ = try open(path, journey).adopt(nothingSentElsewhere: true)
      let refusals = [
        try journey.refusal(), try journey.refusal(open(path, journey)), try journey.refusal(),
      ]
      // Which one depends on what the adoption itself recorded.
      #expect(
        refusals == [nil, Journey.older, nil]
          || refusals == [Journey.older, nil, Journey.older])
    }
  }

  @Test("A copy that nobody vouches for sends nothing")
  func quietTwin() throws {
    try withJourney { journey in
      let path = try journey.copyBeside(".copy")
      _ = try open(path, journey).adopt(nothingSentElsewhere: false)
      #expect(try journey.refusal(open(path, journey)) == Journey.closed)
      _ = try open(path, journey).adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal(open(path, journey)) == Journey.closed, "closed for good")
    }
  }

  @Test("Two copies in use at once, each vouched for, are found when the peer reads both")
  func twins() throws {
    try withJourney { journey in
      let path = try journey.copyBeside(".twin")
      try Disk().createDirectory(path + ".state")
      var environment = TwoVaults.environment(path + ".state")
      environment.machineID = Array("another".utf8)
      let other = try TwoVaults.open(path, environment)
      #expect(try journey.refusal(other) == .moved(path: path))
      // The other machine does not have this one's counters.
      try Disk().rename(journey.path + ".state", to: journey.path + ".away")
      #expect(try other.adopt(nothingSentElsewhere: true) == 1)
      let second = try other.sendText("from the other", to: "bob")
      try Disk().rename(journey.path + ".away", to: journey.path + ".state")
      let first = try journey.alice().sendText("from one", to: "bob")
      #expect(try journey.bob.receiveText(first) == "from one")
      #expect(throws: VaultError.padReused(from: "alice", on: journey.pads[0])) {
        try journey.bob.receiveText(second)
      }
      // The copy that sent less is closed by what bob has seen.
      _ = try journey.bob.receiveText(journey.alice().sendText("more", to: "bob"))
      _ = try other.receiveText(journey.bob.sendText("to both", to: "alice"))
      #expect(try journey.refusal(other) == Journey.seen)
    }
  }
}

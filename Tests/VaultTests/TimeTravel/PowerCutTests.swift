import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// A power cut loses unsynced data, of some files more than of others: that is no time travel.
@Suite("A vault after a power cut")
struct PowerCutTests {
  /// What happens to the last bytes, which were not synced.
  enum Loss: CaseIterable, Sendable {
    /// Only the process was killed.
    case none
    case ofAll
    /// The counters are ahead of what the vault lost.
    case ofVault
    case ofCounters
  }

  /// Cuts an action short after each of its steps.
  private func cutAnywhere(
    _ loss: Loss, _ act: (Vault, Journey) throws -> Void, then check: (Journey) throws -> Void
  ) throws {
    var isOver = false
    var steps = 0
    while !isOver {
      try withJourney(others: ["carol"]) { journey in
        let disk = try CachedDisk(bin: journey.two.directory + "/bin")
        disk.startProcess(killedAfter: steps)
        try? act(journey.alice(on: disk), journey)
        isOver = !disk.isKilled
        try cutPower(disk, loss, journey)
        try check(journey)
      }
      steps += 1
      try #require(steps < 400, "it goes on and on")
    }
    #expect(steps > 4)
  }

  private func cutPower(_ disk: CachedDisk, _ loss: Loss, _ journey: Journey) throws {
    let counters = journey.path + ".state"
    switch loss {
    case .none: break
    case .ofAll: try disk.cutPower()
    case .ofVault: try disk.cutPower { $0.hasPrefix(counters) }
    case .ofCounters: try disk.cutPower { !$0.hasPrefix(counters) }
    }
  }

  private func expectOpen(_ journey: Journey, _ name: String = "bob") throws {
    #expect(try journey.refusal(to: name) == nil)
    #expect(try journey.refusal(to: "carol") == nil)
    try TwoVaults.addPad(to: journey.alice(), of: "dave")
    #expect(try journey.alice().contacts().flatMap(\.pads).allSatisfy { $0.closure == nil })
  }

  @Test("Pairing leaves a pad or none, and everything stays open", arguments: Loss.allCases)
  func pairing(_ loss: Loss) throws {
    try cutAnywhere(loss) { alice, _ in
      try TwoVaults.addPad(to: alice, of: "bob")
    } then: { journey in
      let count = try journey.alice().contact("bob").pads.count
      #expect((1...2).contains(count))
      try expectOpen(journey)
    }
  }

  @Test("A pad whose making was cut short can be taken in again", arguments: Loss.allCases)
  func takingInAgain(_ loss: Loss) throws {
    let id = PadID([UInt8](repeating: 9, count: PadID.byteCount))
    let shape = TwoVaults.shape
    let material = KernelRandomness().bytes(shape.materialBytes)
    func takeIn(_ vault: Vault) throws {
      let material = SecretBytes(copying: material.span)
      try TwoVaults.add(material, id, shape, to: vault, of: "eve", .taker, true)
    }
    try cutAnywhere(loss) { alice, _ in
      try takeIn(alice)
    } then: { journey in
      let alice = try journey.alice()
      if try alice.contacts().contains(where: { $0.name == "eve" && !$0.pads.isEmpty }) {
        #expect(throws: VaultError.padKnown) { try takeIn(alice) }
      } else {
        // Opening a vault leaves alone what is locked, and a process that another test starts
        // holds our locks for a moment.
        try wait(for: "the pad to be taken in again") {
          do { try takeIn(journey.alice()) } catch VaultError.padKnown { return false }
          return true
        }
      }
      #expect(try journey.refusal(to: "eve") == nil)
      try expectOpen(journey)
    }
  }

  @Test(
    "Sending spends a part of the pad or none, and everything stays open", arguments: Loss.allCases)
  func sending(_ loss: Loss) throws {
    try cutAnywhere(loss) { alice, _ in
      _ = try alice.sendText("cut short", to: "bob")
    } then: {
      try expectOpen($0)
    }
  }

  @Test(
    "Reading leaves the message read or unread, and everything stays open", arguments: Loss.allCases
  )
  func reading(_ loss: Loss) throws {
    try cutAnywhere(loss) { alice, journey in
      _ = try alice.receiveText(journey.bob.sendText("cut short", to: "alice"))
    } then: { journey in
      try expectOpen(journey)
      try journey.hear()
    }
  }

  @Test("Renaming leaves either name, and everything stays open", arguments: Loss.allCases)
  func renaming(_ loss: Loss) throws {
    try cutAnywhere(loss) { alice, _ in
      try alice.rename("bob", to: "robert")
    } then: { journey in
      let name = try journey.alice().contacts().map(\.name).first { $0 != "carol" }
      #expect(name == "bob" || name == "robert")
      try expectOpen(journey, name ?? "")
    }
  }

  @Test("Forgetting can be repeated, and everybody else stays open", arguments: Loss.allCases)
  func forgetting(_ loss: Loss) throws {
    try cutAnywhere(loss) { alice, _ in
      try alice.forget("bob")
    } then: { journey in
      if try journey.alice().contacts().contains(where: { $0.name == "bob" }) {
        try journey.alice().forget("bob")
      }
      #expect(try journey.alice().contacts().map(\.name) == ["carol"])
      try expectOpen(journey, "carol")
    }
  }

  @Test("Adopting can be repeated, and everything is open then", arguments: Loss.allCases)
  func adopting(_ loss: Loss) throws {
    try cutAnywhere(loss) { alice, journey in
      var environment = alice.environment
      environment.machineID = Array("another".utf8)
      _ = try TwoVaults.open(journey.path, environment).adopt(nothingSentElsewhere: true)
    } then: { journey in
      let other = try journey.alice(machine: "another")
      _ = try other.adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal(other) == nil)
      try expectOpen(journey)
    }
  }

  @Test("A message that a person gave up does not come back")
  func givenUp() throws {
    try withJourney(others: []) { journey in
      let disk = try CachedDisk(bin: journey.two.directory + "/bin")
      disk.startProcess()
      let alice = try journey.alice(on: disk)
      let text = SecretSource(SecretBytes(copying: Array("sorry".utf8).span))
      _ = try alice.send(.text, text, to: alice.contact("bob"), in: .outbox)
      try alice.drop(#require(alice.outbox(of: alice.contact("bob")).first), durably: true)
      try disk.cutPower()
      #expect(try journey.alice().outbox(of: journey.alice().contact("bob")).isEmpty)
    }
  }

  @Test(
    "A renaming in the cache is durable before a state says that it has seen it", arguments: 0..<12)
  func seenRenaming(_ steps: Int) throws {
    try withJourney(others: ["carol"]) { journey in
      let disk = try CachedDisk(bin: journey.two.directory + "/bin")
      disk.startProcess(killedAfter: steps)
      try? journey.alice(on: disk).rename("carol", to: "caroline")
      disk.startProcess()
      let packet = try journey.alice(on: disk).sendText("sent on its word", to: "bob")
      #expect(try journey.bob.receiveText(packet) == "sent on its word")
      try disk.cutPower()
      #expect(try journey.refusal() == nil)
      #expect(try journey.alice().contacts().flatMap(\.pads).allSatisfy { $0.closure == nil })
    }
  }
}

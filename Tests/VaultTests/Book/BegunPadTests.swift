import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A pad that was begun and is not committed yet")
struct BegunPadTests {
  private let id = PadID([UInt8](repeating: 9, count: PadID.byteCount))

  private func begin(_ vault: Vault, for contact: String) throws -> PadWriter {
    let shape = TwoVaults.shape
    var writer = try vault.makePad(id: id, contact: contact, role: .giver, shape: shape)
    let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
    try material.withBytes { try writer.append($0) }
    return writer
  }

  private func commit(_ writer: consuming PadWriter) throws {
    try writer.commit(
      provenance: Provenance(source: "a test", transfer: .network), confirmed: true)
  }

  private func names(_ journey: Journey) throws -> [String] {
    try journey.alice().contacts().map(\.name)
  }

  @Test(
    "It goes to the contact that it was begun for, even if another has that name by then",
    arguments: [false, true])
  func renamed(_ isNameTaken: Bool) throws {
    try withJourney(others: ["carol"]) { journey in
      let writer = try begin(journey.alice(), for: "bob")
      try journey.alice().rename("bob", to: "robert")
      if isNameTaken { try journey.alice().rename("carol", to: "bob") }
      try commit(writer)
      #expect(try names(journey) == [isNameTaken ? "bob" : "carol", "robert"])
      #expect(try journey.alice().contact("robert").pads.map(\.id) == journey.pads + [id])
      #expect(try journey.closures("robert") == [nil, nil])
      #expect(try journey.refusal(to: "robert") == nil)
    }
  }

  @Test("If that contact is forgotten meanwhile, it goes to a new one with that name")
  func forgotten() throws {
    try withJourney(others: ["carol"]) { journey in
      let old = try journey.alice().contact("bob").id
      let writer = try begin(journey.alice(), for: "bob")
      try journey.alice().forget("bob")
      #expect(try names(journey) == ["carol"])
      try commit(writer)
      #expect(try names(journey) == ["bob", "carol"])
      let bob = try journey.alice().contact("bob")
      #expect(bob.pads.map(\.id) == [id])
      #expect(bob.id != old)
      #expect(try journey.refusal() == nil)
      #expect(try journey.refusal(to: "carol") == nil)
    }
  }

  // MARK: Cut short

  /// The command that comes next.
  enum Command: CaseIterable, Sendable {
    case check, make, rename

    func run(_ alice: Vault) throws {
      switch self {
      case .check: try alice.checkNewPad(for: "eve")
      case .make: try TwoVaults.addPad(to: alice, of: "eve")
      case .rename: try alice.rename("carol", to: "caroline")
      }
    }
  }

  /// Leaves a pad for dave that the book lists but that has no state; its maker is gone.
  private func leaveAborted(_ journey: Journey) throws {
    let disk = AlteredDisk(failure: { call, path in
      call == .write && path.hasSuffix("/state.new") ? SystemError.noSpace : nil
    })
    #expect(throws: VaultError.self) {
      try commit(begin(journey.alice(on: disk), for: "dave"))
    }
    #expect(try journey.reader().book().book.pad(id) != nil)
    #expect(try Disk().list(journey.layout.pad(id)).sorted() == ["pad", "state.new"])
    #expect(journey.counter(of: id).generation == 1)
  }

  private func expectOpen(_ journey: Journey) throws {
    let pads = try journey.alice().contacts().flatMap(\.pads)
    #expect(pads.allSatisfy { $0.closure == nil })
    #expect(try journey.refusal() == nil)
  }

  @Test("While it is listed without a state, it belongs to nobody")
  func listed() throws {
    try withJourney(others: ["carol"]) { journey in
      try leaveAborted(journey)
      let reader = try journey.reader()
      #expect(try reader.contacts().map(\.name) == ["bob", "carol"])
      #expect(try reader.conditions().map(\.kind) == [.working, .working])
      #expect(try !reader.adoption().isNeeded)
      #expect(throws: VaultError.noContact("dave")) { try reader.contact("dave") }
    }
  }

  @Test(
    "One that was listed without a state is removed by the next command, and can be made again",
    arguments: Command.allCases)
  func aborted(_ command: Command) throws {
    try withJourney(others: ["carol"]) { journey in
      try leaveAborted(journey)
      try command.run(journey.alice())
      #expect(try journey.reader().book().book.pad(id) == nil)
      #expect(try Disk().attributes(at: journey.layout.pad(id)) == nil)
      #expect(journey.counter(of: id).bytes == nil)
      try expectOpen(journey)

      try commit(begin(journey.alice(), for: "dave"))
      #expect(try journey.alice().contact("dave").pads.map(\.id) == [id])
      #expect(try journey.refusal(to: "dave") == nil)
      try expectOpen(journey)
    }
  }

  @Test("A used pad is not mistaken for an aborted one while its files are away")
  func away() throws {
    try withJourney(others: ["carol"]) { journey in
      _ = try journey.alice().sendText("before", to: "bob")
      let (pad, away) = (journey.layout.pad(journey.pads[0]), journey.layout.directory + "-away")
      try Disk().rename(pad, to: away)
      try Disk().createDirectory(pad)
      #expect(try journey.refusal(to: "carol") == nil)
      try Disk().removeDirectory(pad)
      try Disk().rename(away, to: pad)
      try expectOpen(journey)
    }
  }

  @Test("Until it is removed, it does not get in the way of any others")
  func others() throws {
    try withJourney(others: ["carol"]) { journey in
      // Opening tidies up, so this vault is opened first.
      let alice = try journey.alice()
      try leaveAborted(journey)
      let packet = try journey.bob.sendText("reads", to: "alice")
      #expect(try alice.receiveText(packet) == "reads")
      #expect(try journey.refusal(alice) == nil)
      #expect(try journey.refusal(alice, to: "carol") == nil)
      try TwoVaults.addPad(to: alice, and: journey.bob)
      #expect(try alice.contact("bob").pads.map(\.closure) == [nil, nil])
      #expect(try alice.contact("carol").pads.map(\.closure) == [nil])
    }
  }
}

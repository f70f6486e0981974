import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Repairs of what was cut short or is missing")
struct MendedVaultTests {
  /// Stops a change of alice's, to a pad's state or to the contact book, once it counts but before
  /// the other slot is written.
  private func cutShort(
    _ journey: Journey, of pad: PadID? = nil, _ change: (Vault) throws -> Void
  ) throws {
    let alice = journey.two.alice
    for steps in 0..<12 {
      try? change(journey.alice(on: DyingStorage(after: steps, fate: .lost)))
      let generations =
        try pad.map { try alice.stateGenerations(of: $0) } ?? alice.bookGenerations()
      if generations[0] != generations[1] { return }
    }
    Issue.record("it is never cut short")
  }

  // MARK: The contact book

  @Test("A renaming that was cut short counts, and the vault that repairs the book goes on with it")
  func renaming() throws {
    try withJourney(others: ["carol"]) { journey in
      try cutShort(journey) { try $0.rename("bob", to: "robert") }
      // A reader sees it too, and repairs nothing.
      let between = try readFile(journey.layout.contacts)
      #expect(try journey.reader().contacts().map(\.name) == ["carol", "robert"])
      #expect(try !journey.reader().book().isSettled)
      #expect(try readFile(journey.layout.contacts) == between)

      let alice = try journey.alice()
      let generations = try alice.bookGenerations()
      #expect(generations[0] == generations[1])
      let reading = try alice.book()
      #expect(reading.isSettled && reading.generation == generations[0])
      #expect(try alice.contacts().map(\.name) == ["carol", "robert"])
      let packet = try alice.sendText("after", to: "robert")
      #expect(try journey.bob.receiveText(packet) == "after")
      #expect(try journey.refusal(alice, to: "carol") == nil)
      try alice.rename("robert", to: "bob")
      #expect(try journey.closures() == [nil])
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Before a book that was cut short is repaired, pads that are ahead of it are compared")
  func heardFirst() throws {
    try withJourney(others: ["carol"]) { journey in
      let (path, counter) = (journey.layout.contacts, journey.counter(of: nil))
      try cutShort(journey) { try $0.rename("bob", to: "robert") }
      let between = try readFile(path)
      let counted = try #require(counter.bytes)
      // This repairs it. Carol's pad sees the generation that the next repair will give again.
      _ = try journey.alice().sendText("after", to: "carol")
      try VaultFiles.put(between, in: path)
      try counter.put(counted)
      // This does not look at carol's pad.
      #expect(try journey.closures("robert") == [.vaultIsOlder])
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      #expect(try journey.refusal(to: "robert") == .sendingClosed("robert", .vaultIsOlder))
      let generations = try journey.two.alice.bookGenerations()
      #expect(generations[0] == generations[1])
    }
  }

  // MARK: States

  @Test("A pad whose message was cut short is healthy, and sends the next one")
  func sending() throws {
    try withJourney { journey in
      let pad = journey.pads[0]
      try cutShort(journey, of: pad) { _ = try $0.sendText("cut short", to: "bob") }
      #expect(try journey.reader().conditions().map(\.kind) == [.working])
      let packet = try journey.alice().sendText("after", to: "bob")
      #expect(try journey.bob.receiveText(packet) == "after")
      #expect(try journey.bob.contact("alice").missing == 0)
      #expect(try journey.reader().conditions().map(\.kind) == [.working])
    }
  }

  @Test("A message stays readable if slot 1 of the state is put back after it was sent")
  func putBack() throws {
    try withJourney { journey in
      let path = journey.two.alice.layout.state(journey.pads[0])
      let before = try readFile(path)
      let first = try journey.alice().sendText("first", to: "bob")
      let after = try readFile(path)
      let size = PadState.slotBytes
      try VaultFiles.put(Array(after[..<size] + before[size..<2 * size]), in: path)
      let second = try journey.alice().sendText("second", to: "bob")
      #expect(try journey.bob.receiveText(second) == "second")
      #expect(try journey.bob.receiveText(first) == "first")
    }
  }

  @Test(
    "A state is half damaged if one slot does not open, but not if the slots differ",
    arguments: [true, false], [0, 1])
  func conditions(_ isConfirmed: Bool, _ slot: Int) throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory, isConfirmed: isConfirmed)
      let (alice, path) = (two.alice, two.alice.layout.state(two.padID))
      func kinds() throws -> [PadCondition.Kind] { try alice.conditions().map(\.kind) }
      let healthy: PadCondition.Kind = isConfirmed ? .working : .waiting
      #expect(try kinds() == [healthy])

      let whole = try readFile(path)
      let generation = try alice.stateGenerations(of: two.padID)[0]
      try alice.changeState(of: two.padID, slots: [slot], generation: generation + 1) { _ in }
      let generations = try alice.stateGenerations(of: two.padID)
      #expect(generations[slot] == generation + 1 && generations[1 - slot] == generation)
      #expect(try kinds() == [healthy])

      var damaged = whole
      damaged[slot * PadState.slotBytes + 60] ^= 1
      try VaultFiles.put(damaged, in: path)
      #expect(try kinds() == [.halfDamaged])
      try VaultFiles.put(whole, in: path)
      #expect(try kinds() == [healthy])
    }
  }

  // MARK: The spool

  /// A sink that keeps content in the spool, as a program without memory for it does.
  private final class SpoolReader: MessageSink {
    let takesUnknownKinds = false
    private let vault: Vault
    private var spool: SealedSpool?
    private(set) var bytes: [UInt8] = []

    init(_ vault: Vault) { self.vault = vault }

    func begin(_ message: Incoming) throws(VaultError) { spool = try vault.sealedSpool() }

    func take(_ piece: Span<UInt8>) throws(VaultError) {
      do throws(SystemError) { try spool?.append(piece) } catch { throw .system(error) }
    }

    func deliver() throws(VaultError) {
      guard let spool else { return }
      do throws(SystemError) {
        try spool.finish()
        bytes = try spool.bytes(0..<spool.count)
      } catch { throw .system(error) }
    }

    func discard() {}
  }

  @Test("Without its spool, which copying programs leave out, a vault makes one when it needs it")
  func spool() throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      // The same vault without its spool, and with little memory.
      func bare(_ vault: Vault) throws -> Vault {
        try Disk().removeDirectory(vault.layout.spool)
        var environment = vault.environment
        environment.memoryBytes = 512
        return try TwoVaults.open(vault.directory, environment)
      }
      let (alice, bob) = (try bare(two.alice), try bare(two.bob))
      let small = try alice.sendText("fits memory", to: "bob")
      #expect(try bob.receiveText(small) == "fits memory")
      for vault in [alice, bob] {
        #expect(try Disk().attributes(at: vault.layout.spool) == nil)
      }

      let content = Array(String(repeating: "a long text ", count: 500).utf8)
      let source = SecretSource(SecretBytes(copying: content.span))
      let packet = try alice.send(.text, source, to: alice.contact("bob")).packet
      #expect(packet is FileBytes)
      let reader = SpoolReader(bob)
      _ = try bob.receive(packet, by: reader)
      #expect(reader.bytes == content)
      for vault in [alice, bob] {
        #expect(try Disk().list(vault.layout.spool) == [])
        #expect(VaultInspection(of: vault.directory, storage: Disk()).faults == [])
      }
    }
  }
}

import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("What is decided for several pads")
final class DecisionsTests {
  private let rootKey = SecretBytes(random: 32, from: KernelRandomness())
  private let vault = VaultID(KernelRandomness().bytes(VaultID.byteCount))
  private let randomness = KernelRandomness()
  private let decisions: Decisions

  init() {
    var decisions = Decisions()
    decisions.close("bob", for: .peerHasSeenMore, randomness)
    decisions.rename(String(repeating: "ü", count: 32), to: "bob", randomness)
    decisions.close(Decisions.everybody, for: .moved, randomness)
    decisions.hear(1 << 40, of: PadID(KernelRandomness().bytes(PadID.byteCount)))
    decisions.lose([PadID(KernelRandomness().bytes(PadID.byteCount))])
    for number in 0..<100 {
      decisions.rename("\(number)", to: "robert", randomness)
    }
    self.decisions = decisions
  }

  private func id() -> DecisionID { DecisionID(randomness.bytes(DecisionID.byteCount)) }

  private func sealed(_ decisions: Decisions) -> [UInt8] {
    decisions.sealed(for: vault, rootKey: rootKey, randomness: KernelRandomness())
  }

  private func read(_ bytes: [UInt8]) -> Decisions.Reading {
    Decisions.read(bytes, of: vault, rootKey: rootKey).reading
  }

  @Test("What was written is read, and nothing else with another vault or key")
  func roundTrip() {
    for decisions in [decisions, Decisions()] {
      let bytes = sealed(decisions)
      #expect(read(bytes) == .decisions(decisions))
      let other = VaultID(KernelRandomness().bytes(VaultID.byteCount))
      #expect(Decisions.read(bytes, of: other, rootKey: rootKey).reading == .damaged)
      let key = SecretBytes(random: 32, from: KernelRandomness())
      #expect(Decisions.read(bytes, of: vault, rootKey: key).reading == .damaged)
    }
  }

  @Test("Damage to one copy is nothing, to both it is damage; no byte makes it anything else")
  func damage() {
    let bytes = sealed(decisions)
    let half = bytes.count / 2
    let used = bytes.lastIndex { $0 != 0 }! - half + 1
    for index in 0..<used {
      for copies in [[0], [1], [0, 1]] {
        var damaged = bytes
        for copy in copies { damaged[copy * half + index] ^= 0xff }
        let reading = read(damaged)
        #expect(reading == (copies.count == 1 ? .decisions(decisions) : .damaged))
      }
    }
  }

  @Test("Halves, pieces and nothing are damage", arguments: [0, 1, 43, 44, 4096, 8192, 12288])
  func pieces(_ count: Int) {
    let bytes = sealed(decisions)
    #expect(count < bytes.count && read(Array(bytes.prefix(count))) == .damaged)
    #expect(read(bytes + [0]) == .damaged)
    let half = bytes.count / 2
    #expect(read(Array(bytes[half...]) + Array(bytes[..<half])) == .damaged)
  }

  /// A pad that follows so many of the decisions, and was made after so many.
  private func record(
    _ contact: String, followed: Int = 0, made: Int = 0, of decisions: Decisions = Decisions()
  ) -> PadState.Record {
    record(
      contact, followed: followed == 0 ? nil : decisions.list[followed - 1].id,
      made: made == 0 ? nil : decisions.list[made - 1].id)
  }

  private func record(
    _ contact: String, followed: DecisionID?, made: DecisionID? = nil
  ) -> PadState.Record {
    PadState.Record(
      shape: PadShape(size: 2048, split: 50)!, role: .giver, contact: contact,
      followed: followed, made: made, provenance: Provenance(source: "a test", transfer: .network),
      binding: Binding(machine: nil, inode: 1, birth: nil), isConfirmed: true)
  }

  @Test("A pad follows what was decided since, in order, and nothing twice")
  func order() {
    var decisions = Decisions()
    decisions.rename("bob", to: "robert", randomness)
    decisions.close("robert", for: .moved, randomness)
    decisions.rename("robert", to: "bob", randomness)
    decisions.close("bob", for: .vaultIsOlder, randomness)
    decisions.rename("carol", to: "robert", randomness)
    let found = ["bob", "robert", "carol"].map { name in
      (0...5).map { decisions.applied(to: record(name, followed: $0, of: decisions)) }
    }
    #expect(
      found.map { $0.map(\.contact) } == [
        ["bob", "bob", "bob", "bob", "bob", "bob"],
        ["bob", "bob", "bob", "robert", "robert", "robert"],
        ["robert", "robert", "robert", "robert", "robert", "carol"],
      ])
    #expect(
      found.map { $0.map(\.closure) } == [
        [.moved, .vaultIsOlder, .vaultIsOlder, .vaultIsOlder, nil, nil],
        [.moved, .moved, .vaultIsOlder, nil, nil, nil],
        [nil, nil, nil, nil, nil, nil],
      ])
    for record in found.joined() { #expect(decisions.applied(to: record) == record) }
  }

  @Test("What is closed for everybody is closed, whatever its name, and nothing made later")
  func everybody() {
    var decisions = Decisions()
    for name in ["carol", "caroline"] { decisions.rename(name, to: "c", randomness) }
    decisions.close(Decisions.everybody, for: .vaultIsOlder, randomness)
    let made = (0...3).map { record("bob", followed: $0, made: $0, of: decisions) }
    let closures = made.map { decisions.applied(to: $0).closure }
    #expect(closures == [.vaultIsOlder, .vaultIsOlder, .vaultIsOlder, nil])
  }

  @Test("No two decisions have the same name, and a closing is of what was made before it")
  func contradiction() {
    let (first, second) = (id(), id())
    func list(_ ids: [DecisionID], before: Int) -> Decisions? {
      let kind = Decisions.Decision.Kind.closing(.moved, before: before)
      return Decisions(
        list: ids.map { Decisions.Decision(id: $0, contact: "bob", kind: kind) }, heard: [:])
    }
    #expect(list([first, first], before: 0) == nil)
    let possible = list([first, second], before: 0)!
    #expect(read(sealed(possible)) == .decisions(possible))
    #expect(read(sealed(list([first, second], before: 1)!)) == .damaged)
  }

  /// What was closed for bob, under whatever names, and the name of the other contact at the end.
  private enum Past: CaseIterable {
    case plain, closedIsRenamed, otherIsRenamed, otherIsRenamedBack, closedLater
  }

  private func past(_ past: Past) -> (decisions: Decisions, closed: String, other: String) {
    var decisions = Decisions()
    if past == .closedLater {
      // Of the two that become one last, one was united before with what was closed earlier.
      decisions.close("dave", for: .moved, randomness)
      decisions.close("bob", for: .vaultIsOlder, randomness)
      decisions.unite("dave", "other", closedFor: .moved, randomness)
      decisions.rename("dave", to: "other", randomness)
      return (decisions, "bob", "other")
    }
    decisions.close("bob", for: .vaultIsOlder, randomness)
    switch past {
    case .closedIsRenamed: decisions.rename("bob", to: "robert", randomness)
    case .otherIsRenamed: decisions.rename("other", to: "another", randomness)
    case .otherIsRenamedBack:
      decisions.rename("other", to: "another", randomness)
      decisions.rename("another", to: "other", randomness)
    case .plain, .closedLater: break
    }
    let closed = past == .closedIsRenamed ? "robert" : "bob"
    return (decisions, closed, past == .otherIsRenamed ? "another" : "other")
  }

  @Test(
    "What closed the one closes what the other had then, by whatever names they went meanwhile",
    arguments: Past.allCases, [false, true])
  private func united(_ past: Past, isTurned: Bool) {
    var (decisions, closed, other) = self.past(past)
    let after = decisions.last
    let old = record("other")
    // It follows as it goes, or all at once.
    let followed = decisions.applied(to: old)
    let (from, to) = isTurned ? (other, closed) : (closed, other)
    // The closed one may be away.
    decisions.unite(from, to, closedFor: nil, randomness)
    decisions.rename(from, to: to, randomness)
    for record in [old, followed] {
      #expect(decisions.applied(to: record).closure != nil)
      #expect(decisions.applied(to: record).contact == to)
    }
    let new = record(other, followed: after, made: after)
    #expect(decisions.applied(to: new).closure == nil)
    #expect(decisions.applied(to: new).contact == to)
  }

  @Test("Two names of whom nothing was closed, or only what everybody had, keep what they have")
  func unitedOpen() {
    var decisions = Decisions()
    decisions.unite("bob", "other", closedFor: nil, randomness)
    #expect(decisions == Decisions())
    decisions.close(Decisions.everybody, for: .moved, randomness)
    decisions.unite("bob", "other", closedFor: .moved, randomness)
    for name in ["bob", "other"] {
      #expect(
        decisions.applied(to: record(name, followed: 1, made: 1, of: decisions)).closure == nil)
      #expect(decisions.applied(to: record(name)).closure == .moved)
    }
  }

  @Test("Where it is not known what closed a pad, all that two names have is closed")
  func unitedUnknown() {
    var decisions = Decisions()
    decisions.rename("carol", to: "dave", randomness)
    decisions.unite("bob", "other", closedFor: .peerHasSeenMore, randomness)
    let pads = ["bob", "other", "dave"].map { record($0, followed: 1, made: 1, of: decisions) }
    #expect(
      pads.map { decisions.applied(to: $0).closure } == [.peerHasSeenMore, .peerHasSeenMore, nil])
  }

  @Test("A pad that follows what is not here contradicts it, however many there are")
  func ahead() {
    var decisions = Decisions()
    var another = Decisions()
    decisions.rename("carol", to: "caroline", randomness)
    for _ in 0..<3 { another.rename("carol", to: "caroline", randomness) }
    for past in [decisions, another] {
      let ahead = record("bob", followed: 1, made: 1, of: another)
      #expect(past.areContradicted(by: ahead, 5, outside: nil, of: id()) == (past == decisions))
    }
  }

  @Test("What is taken for lost contradicts nothing any more, and is followed by what comes then")
  func lost() {
    var decisions = Decisions()
    let (ahead, pad) = (record("bob", followed: id()), id())
    #expect(decisions.areContradicted(by: ahead, 5, outside: nil, of: pad))
    decisions.lose([ahead.followed!, ahead.followed!])
    decisions.close(Decisions.everybody, for: .vaultIsOlder, randomness)
    #expect(!decisions.areContradicted(by: ahead, 5, outside: nil, of: pad))
    #expect(decisions.applied(to: ahead).closure == .vaultIsOlder)
    #expect(decisions.applied(to: ahead).followed == decisions.last)
    #expect(decisions.areContradicted(by: ahead, 5, outside: 6, of: pad))
    decisions.hear(6, of: pad)
    #expect(!decisions.areContradicted(by: ahead, 5, outside: 6, of: pad))
    #expect(decisions.areContradicted(by: ahead, 5, outside: 7, of: pad))
  }

  @Test("A vault whose decisions are damaged reads and forgets, and changes nothing else")
  func damagedFile() throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      let path = directory + "/alice/decisions"
      let packet = try two.bob.sendText("still read", to: "alice")
      try Disk().create(path).write([UInt8](repeating: 0, count: 8192).span, at: 0)
      let before = try VaultFiles([directory + "/alice"])
      for call: () throws -> Void in [
        { _ = try two.alice.sendText("x", to: "bob") },
        { try two.alice.rename("bob", to: "robert") }, { _ = try two.alice.skip("bob") },
      ] {
        #expect(throws: VaultError.decisionsDamaged(path: path), performing: call)
      }
      #expect(try VaultFiles([directory + "/alice"]) == before)
      #expect(two.alice.damageOfDecisions() == .decisionsDamaged(path: path))
      #expect(try two.alice.contacts().map(\.name) == ["bob"])
      #expect(try two.alice.receiveText(packet) == "still read")
      try two.alice.forget("bob")
      #expect(try two.alice.contacts().isEmpty)
    }
  }

  @Test("Damaged decisions give way to one that closes everything, where a sign is heard")
  func damagedIsReplaced() throws {
    try withQuickDirectory { directory in
      let journey = try Journey(in: directory)
      let path = directory + "/alice/decisions"
      _ = try journey.bob.receiveText(journey.alice().sendText("unknown soon", to: "bob"))
      let packet = try journey.bob.sendText("seen it", to: "alice")
      try journey.goBack(.inPlace, .restored)
      try Disk().create(path).write([UInt8](repeating: 0, count: 8192).span, at: 0)
      #expect(try journey.alice().receiveText(packet) == "seen it")
      #expect(try journey.alice().damageOfDecisions() == nil)
      #expect(try journey.refusal() == .sendingClosed("bob", .peerHasSeenMore))
      let pad = record("who is away")
      #expect(try journey.alice().decisions().applied(to: pad).closure == .peerHasSeenMore)
    }
  }

  @Test("One damaged copy is written again when the vault is opened", arguments: [0, 1])
  func renewed(copy: Int) throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      try two.alice.rename("bob", to: "robert")
      let path = directory + "/alice/decisions"
      var bytes = try readFile(path)
      bytes[copy * bytes.count / 2 + 50] ^= 1
      try VaultFiles.put(bytes, in: path)
      let vault = try TwoVaults.open(
        directory + "/alice", TwoVaults.environment(directory + "/alice.state"))
      #expect(
        Decisions.read(try readFile(path), of: vault.id, rootKey: vault.rootKey).hasDamage == false)
      #expect(try vault.decisions().list.count == 1)
    }
  }
}

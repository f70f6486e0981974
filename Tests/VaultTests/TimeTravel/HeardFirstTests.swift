import Pad
import Synchronization
import System
import TestSupport
import Testing

@testable import Vault

/// A change raises the generation of the book, maybe past the later one that a pad knows of.
@Suite("Evidence that is compared before the contact book is written")
struct HeardFirstTests {
  /// A change of the book that does not involve the pad that knows of a later one.
  enum Change: CaseIterable, Sendable {
    case rename, merge, forget, destroyPad
    /// Dave has seen more than was sent to him.
    case word

    func apply(to alice: Vault, _ pad: PadID) throws {
      switch self {
      case .rename: try alice.rename("dave", to: "david")
      case .merge: try alice.rename("dave", to: "bob", merging: true)
      case .forget: try alice.forget("dave")
      case .destroyPad: try alice.destroyPad(pad)
      case .word:
        var open = try OpenPad.open(pad, of: alice)
        try open.closeForPeer()
      }
    }
  }

  /// Puts the book back by one change, with its counter: only carol's pad shows that.
  private func putBookBack(_ journey: Journey) throws {
    let (path, counter) = (journey.layout.contacts, journey.counter(of: nil))
    let before = try readFile(path)
    let counted = try #require(counter.bytes)
    try journey.alice().rename("bob", to: "robert")
    // From here on, carol's pad knows of the later book.
    _ = try journey.alice().sendText("after", to: "carol")
    try VaultFiles.put(before, in: path)
    try counter.put(counted)
  }

  @Test(
    "A pad that is ahead of the book closes everything before somebody else's name or pads change",
    arguments: Change.allCases)
  func beforeChange(_ change: Change) throws {
    try withJourney(others: ["carol", "dave"]) { journey in
      let dave = try journey.alice().contact("dave").pads[0].id
      try putBookBack(journey)
      try change.apply(to: journey.alice(), dave)
      // This does not look at carol's pad.
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.refusal(to: "carol") == .sendingClosed("carol", .vaultIsOlder))
      let closures = try journey.alice().contacts().flatMap(\.pads).map(\.closure)
      #expect(closures.allSatisfy { $0 != nil })
      // It is found only once.
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test(
    "A copy with a pad ahead of its book is an older one, whatever the person says",
    arguments: [true, false])
  func beforeAdoption(_ isVouched: Bool) throws {
    try withJourney(others: ["carol"]) { journey in
      try putBookBack(journey)
      try journey.copyBeside(".present", swapped: true)
      #expect(try journey.refusal() == journey.moved)
      let adoption = try journey.alice().adoption()
      #expect(adoption.isNeeded && adoption.isOlder)
      #expect(try journey.alice().adopt(nothingSentElsewhere: isVouched) == 2)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      #expect(try journey.alice().adopt(nothingSentElsewhere: true) == 0)
      #expect(try journey.refusal() == Journey.older, "closed for good")
    }
  }

  @Test("A copy that nobody vouches for closes itself, and not the original beside it")
  func cautiousCopy() throws {
    try withJourney(others: ["carol"]) { journey in
      let path = try journey.copyBeside(".copy")
      func twin() throws -> Vault { try TwoVaults.open(path, journey.environment()) }
      let counters = try VaultFiles([journey.path + ".state"])
      #expect(try twin().adopt(nothingSentElsewhere: false) == 2)
      #expect(try VaultFiles([journey.path + ".state"]) == counters)
      #expect(try journey.refusal(twin()) == Journey.closed)
      #expect(try journey.refusal(twin(), to: "carol") == .sendingClosed("carol", .moved))

      #expect(try journey.closures() == [nil])
      let packet = try journey.alice().sendText("goes on", to: "bob")
      #expect(try journey.bob.receiveText(packet) == "goes on")
      #expect(try journey.refusal(to: "carol") == nil)
      try journey.alice().rename("bob", to: "robert")
      #expect(try journey.refusal(to: "robert") == nil)
      #expect(try journey.refusal(twin()) == Journey.closed, "the first reason stays")
    }
  }

  @Test(
    "Once a vault keeps counters, an older copy that names no directory for them is noticed",
    arguments: [true, false])
  func fromBeforeCounters(_ isOfBook: Bool) throws {
    try withQuickDirectory { directory in
      let (path, counters) = (directory + "/alice", directory + "/alice.state")
      func alice() throws -> Vault { try TwoVaults.open(path, TwoVaults.environment(counters)) }
      let first = try TwoVaults.vault(path, TwoVaults.environment(nil))
      let pad = try TwoVaults.addPad(to: first, of: "bob")
      _ = try first.sendText("before", to: "bob")
      #expect(try first.counterDirectory() == nil)
      let used = try first.contact("bob").pads.map(\.send.used)
      let before = try VaultFiles([path])

      // The first change of the book makes its counter, and the next one of a pad makes the pad's.
      try alice().rename("bob", to: "robert")
      _ = try alice().sendText("after", to: "robert")
      #expect(try alice().counterDirectory() == counters)
      let (ofBook, ofPad) = (CounterFile(of: nil, first), CounterFile(of: pad, first))
      #expect(try ofBook.generation == first.bookGenerations()[0])
      #expect(try ofPad.generation == first.stateGenerations(of: pad)[0])

      // Either of them is enough.
      try before.restore()
      try Disk().remove(isOfBook ? ofPad.path : ofBook.path)
      let outside = try VaultFiles([counters])
      let older = VaultError.sendingClosed("bob", .vaultIsOlder)
      #expect(throws: older) { try alice().sendText("again", to: "bob") }
      #expect(try alice().contact("bob").pads.map(\.send.used) == used)
      #expect(try VaultFiles([counters]) == outside)
      try Disk().remove(isOfBook ? ofBook.path : ofPad.path)
      #expect(throws: older) { try alice().sendText("again", to: "bob") }

      // A pad made now is open, and the book keeps a counter from here on.
      #expect(try alice().counterDirectory() == nil)
      try TwoVaults.addPad(to: alice(), of: "carol")
      _ = try alice().sendText("works", to: "carol")
      #expect(try alice().counterDirectory() == counters)
      #expect(try ofBook.generation == first.bookGenerations()[0])
    }
  }

  @Test("A change of the book while another program asks whether to adopt proves nothing")
  func besideAdoption() throws {
    try withJourney { journey in
      let isArmed = Mutex(false)
      let state = journey.layout.state(journey.pads[0])
      let other = try journey.alice()
      let disk = AlteredDisk(failure: { call, path in
        let isNow = call == .open && path == state && isArmed.withLock { $0 }
        if !isNow { return nil }
        isArmed.withLock { $0 = false }
        try? other.rename("bob", to: "robert")
        _ = try? other.sendText("between", to: "robert")
        return nil
      })
      let alice = try journey.alice(on: disk)
      isArmed.withLock { $0 = true }
      #expect(try !alice.adoption().isOlder)
      #expect(try alice.contacts().map(\.name) == ["robert"])
    }
  }
}

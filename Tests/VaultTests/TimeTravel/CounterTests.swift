import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Counters outside the vault")
struct CounterTests {
  /// The counter of the first pad, or that of the contact book.
  enum Which: CaseIterable, Sendable { case pad, book }

  private func counter(_ which: Which, _ journey: Journey) -> CounterFile {
    journey.counter(of: which == .pad ? journey.pads[0] : nil)
  }

  @Test("Each pad and the book have one, which follows every change", arguments: Which.allCases)
  func follows(_ which: Which) throws {
    try withJourney { journey in
      let counter = counter(which, journey)
      let before = try #require(counter.generation)
      if which == .pad {
        _ = try journey.alice().sendText("x", to: "bob")
      } else {
        try journey.alice().rename("bob", to: "robert")
      }
      #expect(counter.generation == before + 1)
      let generations =
        which == .pad
        ? try journey.two.alice.stateGenerations(of: journey.pads[0])
        : try journey.two.alice.bookGenerations()
      #expect(generations == [before + 1, before + 1])
    }
  }

  @Test(
    "One that is ahead, or has another mark, closes every pad", arguments: Which.allCases,
    [0, 1] as [UInt64])
  func ahead(_ which: Which, _ more: UInt64) throws {
    try withJourney(pads: 2, others: ["carol"]) { journey in
      let counter = counter(which, journey)
      let generation = try #require(counter.generation)
      try counter.write(generation + more)
      #expect(try journey.refusal() == Journey.older)
      #expect(try journey.closures() == [.vaultIsOlder, .vaultIsOlder])
      #expect(try journey.closures("carol") == [.vaultIsOlder])
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("Reading a message compares its pad's counter, too", arguments: [0, 1])
  func whileReading(_ number: Int) throws {
    try withJourney(pads: 2) { journey in
      let hello = try journey.bob.hello(pad: journey.pads[number])
      try journey.counter(of: journey.pads[number]).write(1 << 40)
      try journey.alice().receiveHello(hello, pad: journey.pads[number])
      try Disk().remove(journey.counter(of: journey.pads[number]).path)
      #expect(try journey.refusal() == Journey.older)
    }
  }

  @Test("One that is behind proves nothing", arguments: Which.allCases)
  func behind(_ which: Which) throws {
    try withJourney { journey in
      let counter = counter(which, journey)
      let generation = try #require(counter.generation)
      try counter.write(1)
      #expect(try journey.refusal() == nil)
      if which == .pad { #expect(counter.generation == generation + 1) }
    }
  }

  @Test(
    "One that is missing or damaged prevents sending and pairing until the vault is adopted",
    arguments: Which.allCases, 0..<4)
  func gone(_ which: Which, _ way: Int) throws {
    try withJourney(others: ["carol"]) { journey in
      let counter = counter(which, journey)
      var bytes = try #require(counter.bytes)
      switch way {
      case 0: try Disk().remove(counter.path)
      case 1: bytes[3] ^= 1
      case 2: bytes = [UInt8](repeating: 0, count: bytes.count)
      default: bytes.removeLast()
      }
      if way > 0 { try counter.put(bytes) }
      let gone = VaultError.counterGone(path: counter.path)
      #expect(try journey.refusal() == gone)
      #expect(throws: gone) { try TwoVaults.addPad(to: journey.alice(), of: "dave") }
      try journey.hear()
      #expect(try journey.closures() == [nil])
      #expect(try journey.alice().adoption().isNeeded)
      #expect(try journey.alice().adoption().countersAreGone)
      #expect(try journey.alice().adoption().movedPads == 0)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(counter.generation != nil)
      #expect(try journey.refusal() == nil)
      #expect(try journey.refusal(to: "carol") == nil)
    }
  }

  @Test("If nobody vouches for the vault, everything is closed")
  func goneAndClosed() throws {
    try withJourney(others: ["carol"]) { journey in
      try Disk().remove(journey.counter(of: journey.pads[0]).path)
      _ = try journey.alice().adopt(nothingSentElsewhere: false)
      #expect(try journey.refusal() == Journey.closed)
      #expect(try journey.closures("carol") == [.moved])
    }
  }

  @Test("A closed pad needs no counter")
  func closedNeedsNone() throws {
    try withJourney { journey in
      try journey.closeByPeer(on: journey.pads[0])
      try Disk().remove(journey.counter(of: journey.pads[0]).path)
      #expect(try journey.refusal() == Journey.seen)
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test(
    "One that cannot be read now causes an error that names it, and costs nothing",
    arguments: Which.allCases)
  func unreadable(_ which: Which) throws {
    try withJourney { journey in
      let path = counter(which, journey).path
      let storage = DyingStorage(after: .max, fate: .kept, unreadable: path)
      let error = VaultError.system(SystemError("read", path, code: SystemError.inputOutput))
      let used = try journey.reader().contact("bob").send.used
      #expect(try journey.refusal(journey.alice(on: storage)) == error)
      #expect(throws: error) { try TwoVaults.addPad(to: journey.alice(on: storage), of: "dave") }
      #expect(try journey.alice(on: storage).contacts().map(\.name) == ["bob"])
      if which == .pad {
        let reader = try TwoVaults.open(
          journey.path, journey.environment(storage), for: .reading)
        #expect(try reader.contact("bob").pads.map(\.counterFault) == [error])
      }
      #expect(try journey.reader().contact("bob").send.used == used)
      #expect(try journey.refusal() == nil)
    }
  }

  @Test(
    "Something else in its place is not followed, and counts as gone", arguments: [false, true])
  func somethingElse(_ isLink: Bool) throws {
    try withJourney { journey in
      let (path, aside) = (journey.counter(of: journey.pads[0]).path, journey.path + ".aside")
      try Disk().rename(path, to: aside)
      if isLink {
        try #require(Program("ln").run(["-s", aside, path]).status == 0)
      } else {
        try Disk().createDirectory(path)
      }
      #expect(try journey.refusal() == .counterGone(path: path))
    }
  }

  @Test("The greatest possible one closes once, and closes no pad made later")
  func greatest() throws {
    try withJourney { journey in
      for number in 0..<2 {
        try journey.counter(of: journey.pads[0]).write(.max, mark: 0)
        #expect(try journey.closures().prefix(1) == [.vaultIsOlder])
        try journey.addPad()
        #expect(try journey.refusal() == nil, "after \(number) times")
      }
    }
  }

  @Test(
    "One of the book that cannot be overtaken does no lasting harm",
    arguments: [UInt64.max, UInt64.max - 1, 1 << 63, 1 << 62, (1 << 60) - 1] as [UInt64])
  func greatestOfBook(_ generation: UInt64) throws {
    try withJourney { journey in
      try journey.counter(of: nil).write(generation)
      #expect(try journey.refusal() != nil)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      try journey.addPad()
      #expect(try journey.refusal() == nil)
    }
  }

  @Test("The counter of a forgotten pad is ahead of every backup of the pad")
  func forgotten() throws {
    try withJourney { journey in
      let backup = try journey.copyBeside(".backup")
      let counter = journey.counter(of: journey.pads[0])
      try journey.alice().forget("bob")
      #expect(counter.generation == .max)
      removeTree(journey.path)
      try Disk().rename(backup, to: journey.path)
      #expect(try journey.refusal() == journey.moved)
      _ = try journey.alice().adopt(nothingSentElsewhere: true)
      #expect(try journey.refusal() == Journey.older)
    }
  }
}

import TestSupport
import Testing

/// An offer of a host that is not there.
struct Ghost {
  let name: String
  let address: String
  /// Whether the other end comes only after the offer was set aside.
  let isSetAside: Bool

  init(_ name: String, _ address: String, isSetAside: Bool = true) {
    self.name = name
    self.address = address
    self.isSetAside = isSetAside
  }
}

@Suite(
  "Offers that nobody makes", .serialized,
  .enabled(if: Hosts.isPossible, "needs root: hosts are network namespaces"), .hostThread)
struct FalseOfferTests {
  @Test(
    "An offer that nobody answers for holds nobody up, and leads nobody off the link",
    arguments: [
      Ghost("0-ghost", "10.77.0.99", isSetAside: false), Ghost("0-ghost", "10.77.0.99"),
      Ghost("0-ghost", "203.0.113.9"), Ghost("zz-ghost", "10.77.0.99"),
    ])
  func ghost(_ ghost: Ghost) throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let announcer = try people.announce([ghost.name], at: ghost.address)
      let alice = try people.start(.a)
      // She stays on offer, and listens, while she calls somebody else.
      let offered = try alice.offeredName()
      _ = try alice.waitForError("Found \(ghost.name)", seconds: 120)
      if ghost.isSetAside {
        _ = try alice.waitForError("No answer from \(ghost.name)", seconds: 120)
      }
      let bob = try people.start(.b, ["--offer", offered])
      // With the ghost there, she has seen two.
      if !ghost.isSetAside { try alice.choose(bob.offeredName()) }
      let said = try people.finish([alice, bob])
      #expect(try people.end(announcer))
      expectOneSession(said)
      #expect(!said[0].errors.contains("connecting to 203."), "\(said[0].errors)")
    }
  }

  /// Its name sorts below all true ones: everybody calls it.
  private static let silent = "0-silent"

  @Test("A computer that accepts calls and says nothing is set aside, and the search goes on")
  func silentAlone() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasStranger: true)
      let stranger = try people.announce([Self.silent], on: .c, at: "10.77.0.3", ["--silent"])
      let alice = try people.start(.a)
      _ = try alice.waitForError("Found \(Self.silent)\\. Connecting\\.", seconds: 120)
      _ = try alice.waitForError(
        "No answer from \(Self.silent): it may have", seconds: 240)
      let bob = try people.start(.b)
      try bob.choose(alice.offeredName())
      let said = try people.finish([alice, bob])
      #expect(try people.end(stranger, on: .c))
      expectOneSession(said)
      #expect(!said[0].errors.contains("Pairing here now"), "\(said[0].errors)")
      // In each of three rounds.
      let refused = /refused 10\.77\.0\.3:\d+: the other computer took too long\n/
      #expect(said[0].errors.matches(of: refused).count == 3, "\(said[0].errors)")
    }
  }

  @Test("A person who chose a computer that says nothing is told, and gets the list again")
  func silentChosen() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasStranger: true)
      let stranger = try people.announce([Self.silent], on: .c, at: "10.77.0.3", ["--silent"])
      let (alice, bob) = (try people.start(.a), try people.start(.b))
      try alice.choose(Self.silent)
      let told = "No answer from \(Self.silent): it may have chosen another computer.\n"
      // It is still on the list.
      _ = try alice.waitForError("(?m)^  \\d+  \(Self.silent)$", after: told, seconds: 240)
      try alice.choose(bob.offeredName(), after: told)
      try bob.choose(alice.offeredName())
      let said = try people.finish([alice, bob])
      #expect(try people.end(stranger, on: .c))
      expectOneSession(said)
    }
  }

  @Test("More names than a list can hold: a name that is not on it can be typed all the same")
  func flood() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasStranger: true)
      let names = (100..<180).map { "flood-\($0)" }
      let stranger = try people.announce(names, on: .c, at: "10.77.0.3", ["--silent"])
      let alice = try people.start(.a)
      _ = try alice.waitForError("and \\d+ more: type the name", seconds: 120)
      let bob = try people.start(.b)
      _ = try bob.waitForError("and \\d+ more: type the name", seconds: 120)
      let (aliceName, bobName) = (try alice.offeredName(), try bob.offeredName())
      #expect(!alice.errorsSoFar.contains(bobName), "\(alice.errorsSoFar)")
      try alice.write("\(bobName)\n")
      try bob.write("\(aliceName)\n")
      let said = try people.finish([alice, bob])
      #expect(try people.end(stranger, on: .c))
      expectOneSession(said)
    }
  }

  @Test("A name that looks like the label of an error is not shown as one")
  func label() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let forged = "error: this vault is damaged"
      let announcer = try people.announce([forged])
      let alice = try people.start(.a)
      _ = try alice.waitForError("No answer from error\\\\u\\{3A\\} this", seconds: 120)
      let bob = try people.start(.b, ["--offer", alice.offeredName()])
      let said = try people.finish([alice, bob])
      #expect(try people.end(announcer))
      expectOneSession(said)
      #expect(!said[0].errors.contains(forged), "\(said[0].errors)")
    }
  }

  @Test("The right name counts although a wrong one was typed just before")
  func corrected() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasStranger: true)
      let stranger = try people.announce(["dead-1", "dead-2"], on: .c)
      let (alice, bob) = (try people.start(.a), try people.start(.b))
      for end in [alice, bob] { _ = try end.waitForError("dead-2", seconds: 120) }
      // It sorts before hers: she would call it.
      try alice.write("0nobody\n\(bob.offeredName())\n")
      _ = try alice.waitForError("No answer from 0nobody", seconds: 120)
      try bob.choose(alice.offeredName())
      let said = try people.finish([alice, bob])
      #expect(try people.end(stranger, on: .c))
      #expect(said[0].errors.contains("Looking for 0nobody, which is not on the list"))
      #expect(said.map(\.status) == [0, 0], "\(said.map(\.errors))")
    }
  }

  @Test("Once a flood is over, a name that it kept off the list can still be typed")
  func floodThatEnds() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasStranger: true)
      let names = (100..<180).map { "flood-\($0)" }
      let stranger = try people.announce(names, on: .c, at: "10.77.0.3", ["--silent"])
      let ends = (try people.start(.a), try people.start(.b))
      for end in [ends.0, ends.1] {
        _ = try end.waitForError("and \\d+ more: type the name", seconds: 120)
      }
      #expect(try people.end(stranger, on: .c))
      let goodbye = try people.announce(names, on: .c, at: "10.77.0.3", ["--goodbye"])
      #expect(goodbye.wait() == 0)
      for end in [ends.0, ends.1] {
        _ = try end.waitForError("\\d+ computers are not on the list any more", seconds: 120)
      }
      try ends.0.write("\(ends.1.offeredName())\n")
      try ends.1.write("\(ends.0.offeredName())\n")
      expectOneSession(try people.finish([ends.0, ends.1]))
    }
  }

  @Test("Names that come and go all the time keep nobody from finding each other")
  func fleeting() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasStranger: true)
      let stranger = try people.announce(["passer-by"], on: .c, ["--fleeting"])
      let (alice, bob) = (try people.start(.a), try people.start(.b))
      for end in [alice, bob] {
        _ = try end.waitForError("appeared: passer-by-\\d+", seconds: 120)
        _ = try end.waitForError("gone: passer-by-\\d+", seconds: 120)
      }
      try alice.choose(bob.offeredName())
      try bob.choose(alice.offeredName())
      let said = try people.finish([alice, bob])
      #expect(try people.end(stranger, on: .c), "it ended before they found each other")
      expectOneSession(said)
    }
  }
}

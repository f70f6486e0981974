import System
import TestSupport
import Testing

@Suite("Two people type each other's codes")
struct CodeTests {
  /// Calls `body` with both vaults made, but no pad yet.
  private func withVaults(_ body: (String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      for (name, peer) in [("alice", "bob"), ("bob", "alice")] {
        try End(directory, name, peer: peer).succeed(["init", "--no-passphrase"])
      }
      try body(directory)
    }
  }

  @Test("With both codes right, both ends hold the same pad, and both can send")
  func right() throws {
    try withVaults { directory in
      let (listener, joiner) = try PairingScreenInUse.pair(in: directory)
      try listener.keyboard.type(joiner.code())
      try joiner.keyboard.type(listener.code())
      try expectPad(listener, joiner)
    }
  }

  @Test("After one's own code, or no code at all, the prompt comes again")
  func askedAgain() throws {
    try withVaults { directory in
      let (listener, joiner) = try PairingScreenInUse.pair(in: directory)
      for (end, other) in [(listener, joiner), (joiner, listener)] {
        try end.keyboard.type(end.code())
        _ = try end.program.line(beginning: "That is your own code", inErrors: true)
        try end.keyboard.type("12 34")
        _ = try end.program.line(beginning: "A code has eight digits", inErrors: true)
        try end.keyboard.type(other.code())
      }
      try expectPad(listener, joiner)
    }
  }

  @Test("With a wrong code, there is no pad at either end", arguments: [true, false])
  func wrong(typedByListener: Bool) throws {
    try withVaults { directory in
      let (listener, joiner) = try PairingScreenInUse.pair(in: directory, wait: 4)
      let (slipping, other) = typedByListener ? (listener, joiner) : (joiner, listener)
      let right = try other.code()
      try other.keyboard.type(slipping.code())
      try slipping.keyboard.type(altered(right, unlike: slipping.code()))
      let slipped = try slipping.program.finish()
      #expect(slipped.status == 77)
      #expect(slipped.errors.hasSuffix(CodeTests.wrongCode))
      let left = try other.program.finish()
      #expect(left.status == 69)
      #expect(left.errors.hasSuffix(CodeTests.stopped))
      for end in [listener.end, joiner.end] {
        #expect(try end.status().text == "{\"contacts\":[]}\n")
        #expect(try Disk().list("\(end.vault)/pads") == [])
      }
      // The joiner has a single attempt: it reports one error, and mentions no further attempts.
      let joined = typedByListener ? left : slipped
      #expect(joined.errors.split(separator: "\n").filter { $0.hasPrefix("error:") }.count == 1)
      #expect(!joined.errors.contains("attempts left"))
      let listened = typedByListener ? slipped : left
      #expect(
        listened.errors.contains(typedByListener ? CodeTests.calmHere : CodeTests.calmThere),
        "\(listened.errors)")
    }
  }

  /// What a listener says that goes on: the likely reason first, and no "error".
  private static let calmHere = """

    That is not the code on the other screen.
    It was probably mistyped, or read from somebody else's screen; if it happens again, somebody on \
    the network may be interfering: pair with a USB stick (--carry).
    The next attempt has a new code (2 attempts left).

    """
  private static let calmThere = """

    The other computer ended this attempt.
    Probably a code was mistyped: look at the other screen; if it happens again, somebody on the \
    network may be interfering: pair with a USB stick (--carry).
    The next attempt has a new code (2 attempts left).

    """
  private static let wrongCode = """

    error: that is not the code on the other screen
    hint: it was probably mistyped, or read from somebody else's screen: pair again; if it happens \
    again, somebody on the network may be interfering: pair with a USB stick (--carry)

    """
  private static let stopped = """

    error: the other computer ended this attempt
    hint: probably a code was mistyped: look at the other screen, and pair again; if it happens \
    again, somebody on the network may be interfering: pair with a USB stick (--carry)

    """

  /// The code with another last digit.
  private func altered(_ code: String, unlike own: String) -> String {
    let others = "0123456789".map { String(code.dropLast()) + String($0) }
    return others.first { $0 != code && $0 != own } ?? code
  }

  private func expectPad(_ listener: PairingScreenInUse, _ joiner: PairingScreenInUse) throws {
    for screen in [listener, joiner] {
      let outcome = try screen.program.finish()
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let (gave, took) = (try listener.end.status().text, try joiner.end.status().text)
    #expect(field("id", gave) == field("id", took))
    #expect(field("\"role\"", gave) == ":\"giver\"" && field("\"role\"", took) == ":\"taker\"")
    for status in [gave, took] { #expect(status.contains("\"confirmed\":true")) }
    #expect(lane("send", gave) == lane("receive", took))
    #expect(lane("receive", gave) == lane("send", took))
    #expect(try joiner.end.read(listener.end.write("one\n")) == "one\n")
    #expect(try listener.end.read(joiner.end.write("two\n")) == "two\n")
  }

  /// The text between a name and the next comma.
  private func field(_ name: String, _ json: String) -> Substring? {
    text(behind: name, json)?.prefix { $0 != "," }
  }

  /// A lane's numbers.
  private func lane(_ name: String, _ json: String) -> Substring? {
    text(behind: "\"\(name)\":{", json)?.prefix { $0 != "}" }
  }

  private func text(behind name: String, _ json: String) -> Substring? {
    var rest = json[...]
    while !rest.isEmpty, !rest.hasPrefix(name) { rest.removeFirst() }
    return rest.isEmpty ? nil : rest.dropFirst(name.count)
  }
}

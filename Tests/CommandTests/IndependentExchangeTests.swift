import System
import TestSupport
import Testing

/// A program in another language, written from vernam-exchange(7) and vernam-message(5) alone, talks
/// with the built program: if the two disagree, the manual or the program is wrong.
@Suite("A peer made from the manual alone")
struct IndependentExchangeTests {
  /// Who gave the pad, and who calls.
  struct Way: CustomTestStringConvertible, Sendable {
    let programGave: Bool
    let programCalls: Bool

    var testDescription: String {
      "the program \(programGave ? "gave" : "took") the pad and \(programCalls ? "calls" : "listens")"
    }
  }

  private static let ways = [(true, true), (true, false), (false, true), (false, false)]
    .map { Way(programGave: $0.0, programCalls: $0.1) }
  /// In one frame, and in two.
  private static let texts = ["Grüße, 你好", String(repeating: "A longer text. ", count: 3000)]

  @Test(
    "talks with the program, and takes and gives receipts",
    arguments: ways)
  func talk(_ way: Way) throws {
    try withTalk(way) { talk in
      for (index, text) in IndependentExchangeTests.texts.enumerated() {
        // If the program gave the pad, the peer has said hello before.
        let number = index + (way.programGave ? 2 : 1)
        try talk.peer.type("send \(text)")
        try talk.waitForProgram(#""number":\#(number),"text":"\#(text)""#)
        try talk.waitForPeer("arrived \(number)")
        try talk.program?.type(#"{"text":"\#(text)"}"#)
        try talk.waitForPeer("message \(text)")
        try talk.waitForProgram(#""event":"arrived","id":\#(index + 1)"#)
      }
      try talk.leave()
    }
  }

  @Test("gets the same receipt for each message that it sends again", arguments: ways)
  func repeated(_ way: Way) throws {
    try withTalk(way) { talk in
      for word in ["one", "two"] { try talk.peer.type("send \(word)") }
      let count = way.programGave ? 3 : 2
      try talk.waitForPeer("arrived \(count)")
      try talk.peer.type("repeat")
      for number in 1...count { try talk.waitForPeer("again \(number)") }
      #expect(try talk.programLines(#""event":"message""#) == count)
      try talk.leave()
    }
  }

  @Test("gets a message again, on each new connection, until it gives the receipt", arguments: ways)
  func unanswered(_ way: Way) throws {
    try withTalk(way) { talk in
      try talk.peer.type("mute")
      try talk.waitForPeer("mute")
      try talk.program?.type(#"{"text":"listen"}"#)
      try talk.waitForPeer("message listen")
      try talk.peer.type("lose")
      try talk.waitForPeer("repeated 0")
      try talk.peer.type("answer")
      try talk.waitForPeer("answer")
      #expect(try talk.programLines(#""event":"arrived""#) == 0)
      try talk.peer.type("lose")
      try talk.waitForProgram(#""event":"arrived","id":1"#)
      try talk.leave()
    }
  }

  @Test("gets what the program writes between two connections", arguments: ways)
  func lost(_ way: Way) throws {
    try withTalk(way) { talk in
      try talk.peer.type("lose")
      try talk.program?.type(#"{"text":"later"}"#)
      try talk.waitForPeer("message later")
      try talk.waitForProgram(#""event":"arrived","id":1"#)
      try talk.leave()
    }
  }

  @Test("tells the program that a message will never be read", arguments: ways)
  func passed(_ way: Way) throws {
    try withTalk(way) { talk in
      try talk.peer.type("skip 3")
      try talk.waitForPeer("spent 3")
      try talk.program?.type(#"{"text":"too late"}"#)
      try talk.waitForProgram(#""event":"passed","id":1"#)
      try talk.leave()
    }
  }

  /// Lends a conversation in which the peer's first message has arrived: now the program may send,
  /// whoever gave the pad.
  private func withTalk(_ way: Way, _ body: (Talk) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let talk = try Talk(way, in: directory)
      try talk.waitForPeer("here")
      try talk.waitForProgram(#""event":"here""#)
      if way.programGave {
        try talk.peer.type("send hello")
        try talk.waitForPeer("arrived 1")
      }
      try body(talk)
    }
  }
}

/// The program and the peer, connected.
private final class Talk {
  private static let script = "\(Fixtures.root)/Tests/ExchangeTests/vernam_exchange.py"

  let peer: Keyboard
  /// What the program reads; nil once it is at its end.
  private(set) var program: Keyboard?
  private let running: (program: RunningProgram, peer: RunningProgram)

  init(_ way: IndependentExchangeTests.Way, in directory: String) throws {
    let pad = try Talk.pad(way, in: directory)
    let (programPlace, peerPlace) = ("\(directory)/program", "\(directory)/peer")
    for place in [programPlace, peerPlace] { try Disk().makeDirectories(place) }
    program = try Keyboard(at: programPlace + "/0")
    peer = try Keyboard(at: peerPlace + "/0")
    let startProgram = { (arguments: [String]) in
      try Program("\(Program.buildDirectory)/vernam").start(
        ["chat", "peer", "--json", "--vault", "\(directory)/vault"] + arguments, in: programPlace,
        environment: ["XDG_STATE_HOME": "\(directory)/state"])
    }
    let startPeer = { (command: String, arguments: [String]) in
      try Program("python3").start(
        ["-B", Talk.script, command, pad, way.programGave ? "1" : "0"] + arguments, in: peerPlace)
    }
    if way.programCalls {
      let peer = try startPeer("listen", [])
      let port = try Talk.number(after: "port ", in: peer)
      running = (try startProgram(["--connect", "127.0.0.1:\(port)"]), peer)
    } else {
      let program = try startProgram(["--listen", "127.0.0.1:0"])
      let port = try Talk.number(after: #""port":"#, in: program)
      running = (program, try startPeer("call", ["127.0.0.1:\(port)"]))
    }
  }

  /// Makes the program's vault; returns the file with the peer's pad.
  private static func pad(
    _ way: IndependentExchangeTests.Way, in directory: String
  ) throws -> String {
    let (pad, copy) = ("\(directory)/pad", "\(directory)/copy")
    let vernam = { (vault: String, arguments: [String]) in
      let outcome = try Program("\(Program.buildDirectory)/vernam").run(
        arguments + ["--vault", "\(directory)/\(vault)"],
        environment: ["XDG_STATE_HOME": "\(directory)/state"])
      try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
    let giver = way.programGave ? "vault" : "other"
    try vernam("vault", ["init", "--no-passphrase"])
    if !way.programGave { try vernam(giver, ["init", "--no-passphrase"]) }
    try vernam(giver, ["pair", "peer", "--size", "1M", "--carry", pad])
    try writeFile(copy, try readFile(pad))
    if !way.programGave { try vernam("vault", ["pair", "peer", "--from", pad]) }
    return copy
  }

  private static func number(after text: String, in program: RunningProgram) throws -> Int {
    var found: Int?
    try wait(for: text) {
      let output = try program.outputSoFar()
      guard let range = output.firstRange(of: text) else { return false }
      let digits = output[range.upperBound...].prefix { $0.isNumber }
      // Something follows the digits: they are all there.
      guard output[range.upperBound...].count > digits.count else { return false }
      found = Int(digits)
      return found != nil
    }
    return try #require(found)
  }

  func programLines(_ text: String) throws -> Int {
    try running.program.outputSoFar().split(separator: "\n").count { $0.contains(text) }
  }

  func waitForProgram(_ text: String) throws {
    try wait(for: "the program: \(text.prefix(60)), \(errors())") { try programLines(text) > 0 }
  }

  /// Waits for this line.
  func waitForPeer(_ line: String) throws {
    try wait(for: "the peer: \(line.prefix(60)), \(errors())") {
      try running.peer.outputSoFar().split(separator: "\n").contains { $0 == line }
    }
  }

  /// Ends the program's input: it leaves, and says so.
  func leave() throws {
    program = nil
    try waitForPeer("away the other end left")
    let outcome = try running.program.finish(withinSeconds: 120)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  private func errors() throws -> String {
    try running.program.errorsSoFar() + running.peer.errorsSoFar()
  }
}

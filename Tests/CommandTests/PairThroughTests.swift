import Foundation
import Glibc
import System
import TestSupport
import Testing

@Suite("vernam pair --through")
struct PairThroughTests {
  private static let relay = "\(Fixtures.root)/Tests/CommandTests/Chat/relay_input.py"

  /// Alice waits on loopback, and bob calls through what `command` makes of her port.
  private func start(
    in directory: String, _ options: [String] = [], _ command: (String) throws -> String
  ) throws -> (alice: PairingScreenInUse, bob: PairingScreenInUse) {
    for (name, peer) in [("alice", "bob"), ("bob", "alice")] {
      try End(directory, name, peer: peer).succeed(["init", "--no-passphrase"])
    }
    let alice = try PairingScreenInUse(
      End(directory, "alice", peer: "bob"),
      ["--listen", "127.0.0.1:0", "--verbose"] + options, in: "\(directory)/listener")
    let port = try alice.program.line(beginning: "listening on port ", inErrors: true)
    let bob = try PairingScreenInUse(
      End(directory, "bob", peer: "alice"), ["--through", command(port), "--verbose"],
      in: "\(directory)/joiner")
    return (alice, bob)
  }

  private func typeCodes(_ alice: PairingScreenInUse, _ bob: PairingScreenInUse) throws {
    let codes = try (alice.code(), bob.code())
    try alice.keyboard.type(codes.1)
    try bob.keyboard.type(codes.0)
  }

  private func pads(_ end: PairingScreenInUse) throws -> [[String: Any]] {
    let status = try JSONSerialization.jsonObject(
      with: Data(end.end.succeed(["status", "--json"]).utf8))
    let contacts = (status as? [String: Any])?["contacts"] as? [[String: Any]]
    return contacts?.first?["pads"] as? [[String: Any]] ?? []
  }

  @Test("Both ends get the pad, and both say that a program was between them")
  func relayed() throws {
    try withTemporaryDirectory { directory in
      let (alice, bob) = try start(in: directory, ["--size", "64K"]) {
        "python3 \(PairThroughTests.relay) \($0)"
      }
      #expect(
        try alice.program.line(beginning: "Waiting. Run ", inErrors: true)
          .hasPrefix("\"vernam pair NAME --through 'ssh THIS-HOST nc 127.0.0.1 "))
      try typeCodes(alice, bob)
      for end in [alice, bob] {
        let outcome = try end.program.finish(withinSeconds: 120)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let pad = try #require(pads(end).first)
        #expect(pad["transfer"] as? String == "relayed")
        #expect(pad["grade"] as? String == "computational")
        #expect(
          try end.end.succeed(["status", end.end.peer]).contains(
            "codes that may have been read out from a distance\n"))
        #expect(
          try end.end.succeed(["status", "-v"]).contains(
            "unless someone changed the codes while you read them to each other, "))
      }
      #expect(
        try bob.program.errorsSoFar().hasPrefix(
          "Connecting through python3. Run \"vernam pair NAME --listen ADDRESS:PORT\" on the other "
        ))
      let message = try bob.end.write("pads are equal\n")
      #expect(try alice.end.read(message) == "pads are equal\n")
    }
  }

  @Test("A wrong code ends it at both ends, as with a person on the wrong telephone")
  func wrongCode() throws {
    try withTemporaryDirectory { directory in
      let (alice, bob) = try start(in: directory) { "python3 \(PairThroughTests.relay) \($0)" }
      let code = try alice.code()
      try bob.keyboard.type(code.first == "1" ? "20000000" : "10000000")
      let outcome = try bob.program.finish(withinSeconds: 120)
      #expect(outcome.status == 77, "\(outcome.errors)")
      #expect(outcome.errors.contains("error: that is not the code on the other screen\nhint: "))
      alice.program.send(SIGINT)
      _ = try alice.program.finish(withinSeconds: 120)
      #expect(try pads(alice).isEmpty && pads(bob).isEmpty)
    }
  }

  @Test("A program that breaks off in mid-transfer is started again, and the transfer goes on")
  func breaksOff() throws {
    try withTemporaryDirectory { directory in
      let script = "\(directory)/breaking.sh"
      let (alice, bob) = try start(in: directory, ["--size", "1M"]) { port in
        try """
        if [ -e \(directory)/broke ]; then exec python3 \(PairThroughTests.relay) \(port); fi
        : >\(directory)/broke
        exec python3 \(PairThroughTests.relay) \(port) 600000
        """.save(at: script)
        return "sh \(script)"
      }
      try typeCodes(alice, bob)
      for end in [alice, bob] {
        let outcome = try end.program.finish(withinSeconds: 120)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("The connection is back."), "\(outcome.errors)")
        #expect(try pads(end).count == 1)
      }
    }
  }

  @Test(
    "A program that comes to nothing is tried again, and said once; then the command gives up",
    arguments: [
      ("sh -c 'echo no route >&2; exit 7'", 69, "sh says: no route"),
      ("false", 69, "no answer yet (the program ended)"), ("/etc/passwd", 69, "/etc/passwd"),
      ("sh -c 'yes garbage'", 69, "another program answered, not vernam"),
      ("no-such-program x", 66, "there is no program no-such-program"),
    ] as [(String, Int, String)])
  func fails(_ command: String, _ status: Int, _ said: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try end.succeed(["init", "--no-passphrase"])
      let outcome = try end.run(["pair", "bob", "--through", command, "--wait", "3"])
      #expect(outcome.status == status && outcome.text == "", "\(outcome.errors)")
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
      #expect(outcome.errors.contains("\nhint: "), "\(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: "no answer yet").count <= 2)
    }
  }

  @Test("The program ends with a pairing that is stopped", arguments: [SIGINT, SIGTERM])
  func stopped(_ signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let copy = "\(directory)/relay.py"
      try String(decoding: readFile(PairThroughTests.relay), as: UTF8.self).save(at: copy)
      let (alice, bob) = try start(in: directory) { "python3 \(copy) \($0)" }
      _ = try bob.code()
      bob.program.send(signal)
      #expect(try bob.program.finish(withinSeconds: 120).status == 128 + Int(signal))
      #expect(try !RunningArguments.contain(copy))
      alice.program.send(SIGINT)
      _ = try alice.program.finish(withinSeconds: 120)
    }
  }

  @Test(
    "A host that nobody knows is named, in two lines",
    arguments: [
      ["pair", "bob", "--listen"], ["pair", "bob", "--wait", "1", "--connect"],
      ["chat", "bob", "--listen"],
    ])
  func badHost(_ arguments: [String]) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      // No name has as many letters between dots, so that nobody is asked for it.
      let host = String(repeating: "a", count: 64)
      let outcome = try ends.alice.run(arguments + ["\(host):1"])
      #expect(outcome.status == 69, "\(outcome.errors)")
      let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      #expect(errors.count == 1 && errors[0].hasSuffix("no computer is called \(host)"))
      #expect(outcome.errors.contains("\nhint: ") && !outcome.errors.contains("Error"))
    }
  }
}

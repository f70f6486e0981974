import Pad
import System
import TestSupport
import Testing

/// Two vaults in a directory of the test's own, sharing one pad that alice gave.
struct TwoEnds {
  let directory: String
  let alice: End
  let bob: End
  /// The file that alice carried to bob, with every byte of the pad.
  let carried: [UInt8]

  /// The offset of the pad's material in a carried file, after the header and the record.
  static let materialOffset = 36 + 1024

  /// Both can send, unless `isConfirmed` is false: then bob's first message has yet to come.
  init(in directory: String, size: String = "32K", isConfirmed: Bool = true) throws {
    self.directory = directory
    alice = End(directory, "alice", peer: "bob")
    bob = End(directory, "bob", peer: "alice")
    for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
    let file = "\(directory)/carried"
    try alice.succeed(["pair", "bob", "--carry", file, "--size", size])
    carried = try readFile(file)
    try bob.succeed(["pair", "alice", "--from", file])
    if isConfirmed { try alice.read(bob.write("I hold it too\n")) }
  }

  /// The chunks of a packet from alice, found from the pad's bytes alone (vernam-message(5)); nil
  /// if the packet is not from alice.
  func chunks(of packet: [UInt8]) -> Range<Int>? {
    let key = Array(carried[TwoEnds.materialOffset..<TwoEnds.materialOffset + 32])
    guard let first = PacketHeader(packet, headerKey: key).chunk else { return nil }
    // Body and one-time keys, in chunks of 256 bytes, as in all pads below 16 MiB.
    return first..<first + (packet.count - 56 + 64 + 255) / 256
  }
}

/// One end: a vault, and the program run on it.
struct End {
  let vault: String
  let peer: String
  let environment: [String: String]

  static let program = Program("\(Program.buildDirectory)/vernam")

  init(_ directory: String, _ name: String, peer: String) {
    vault = "\(directory)/\(name)"
    self.peer = peer
    environment = [
      "VERNAM_VAULT": vault, "XDG_STATE_HOME": "\(directory)/\(name).state", "HOME": directory,
      "LC_ALL": "C",
    ]
  }

  func run(
    _ arguments: [String], input: String = "", reader: RunningProgram.Reader = .test
  ) throws -> Program.Outcome {
    try run(arguments, bytes: Array(input.utf8), reader: reader)
  }

  /// Runs the program with `variables` added to its usual environment.
  func run(
    _ arguments: [String], input: String = "", setting variables: [String: String]
  ) throws -> Program.Outcome {
    try End.program.run(
      arguments, input: Array(input.utf8),
      environment: environment.merging(variables) { $1 })
  }

  /// Runs a line of shell, in which `vernam` is the program, on a terminal of that size. Returns
  /// what is on it afterwards, including standard error. script(1) makes the terminal.
  func onScreen(
    _ line: String, _ columns: Int, _ rows: Int, _ variables: [String: String] = [:]
  ) throws -> Program.Outcome {
    let set = "stty cols \(columns) rows \(rows); vernam() { \(End.program.name) \"$@\"; }; "
    return try Program("script").run(
      ["-qec", set + line, "/dev/null"],
      environment: environment.merging(variables) { $1 })
  }

  /// Plays a person at a terminal of that size, where `line` of shell runs in HOME and then
  /// "ended" and its status are shown. Returns what `terminal.py` prints.
  func playTerminal(
    _ columns: Int, _ rows: Int, _ line: String, _ steps: [String],
    _ variables: [String: String] = [:]
  ) throws -> String {
    let script = "\(Fixtures.root)/Tests/CommandTests/terminal.py"
    let shell = "vernam() { \(End.program.name) \"$@\"; }; cd \"$HOME\"; \(line); echo ended $?"
    let outcome = try Program("python3").run(
      ["-B", script, "\(columns)", "\(rows)", shell] + steps,
      environment: environment.merging(variables) { $1 })
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }

  func run(
    _ arguments: [String], bytes: [UInt8], reader: RunningProgram.Reader = .test
  ) throws -> Program.Outcome {
    try End.program.run(
      arguments, input: bytes, environment: environment, reader: reader)
  }

  /// Starts the program; `0` in `directory` is its standard input.
  func start(_ arguments: [String], in directory: String) throws -> RunningProgram {
    try End.program.start(arguments, in: directory, environment: environment)
  }

  /// Runs a command that must not fail.
  @discardableResult
  func succeed(_ arguments: [String], input: String = "") throws -> String {
    let outcome = try run(arguments, input: input)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.text
  }

  /// Encrypts `text` and returns the armored message.
  func write(_ text: String) throws -> String { try succeed(["encrypt", peer], input: text) }

  @discardableResult
  func read(_ messages: String) throws -> String { try succeed(["decrypt"], input: messages) }

  func status() throws -> Program.Outcome { try run(["status", "--json"]) }
}

extension Program.Outcome {
  /// Everything that must match for two runs to count as the same.
  var all: String { "\(status)\n\(text)\n\(errors)" }
}

import System
import TestSupport

/// One end of a running conversation: what it prints, and its keyboard.
final class ChatInUse {
  let program: RunningProgram
  private var keyboard: Keyboard?
  private let isJSON: Bool

  /// `name` is the directory to create for the program's standard files.
  init(
    _ end: End, _ arguments: [String], in name: String, setting variables: [String: String] = [:]
  ) throws {
    try Disk().createDirectory(name)
    isJSON = arguments.contains("--json")
    keyboard = try Keyboard(at: "\(name)/0")
    program = try End.program.start(
      ["chat", end.peer] + arguments, in: name,
      environment: end.environment.merging(variables) { $1 })
  }

  /// Two ends that have found each other on loopback; alice listens.
  static func start(
    _ ends: TwoEnds, _ options: [String] = ["--json"], _ name: String = "chat",
    in directory: String? = nil
  ) throws -> (alice: ChatInUse, bob: ChatInUse) {
    let place = "\(directory ?? ends.directory)/\(name)"
    let alice = try ChatInUse(ends.alice, ["--listen", "127.0.0.1:0"] + options, in: place + "-a")
    let bob = try ChatInUse(
      ends.bob, ["--connect", "127.0.0.1:\(try alice.port())"] + options, in: place + "-b")
    for (end, peer) in [(alice, "bob"), (bob, "alice")] { try end.waitUntilHere(peer) }
    return (alice, bob)
  }

  /// The port on which it listens.
  func port(waitingFor peer: String = "bob") throws -> Int {
    var found: Int?
    try wait(for: "a port in \(try all)") {
      for start in ["{\"event\":\"listening\",\"port\":", "Waiting for \(peer) on port "] {
        guard let range = try all.firstRange(of: start) else { continue }
        found = try Int(all[range.upperBound...].prefix(while: \.isNumber))
      }
      return found != nil
    }
    return found ?? 0
  }

  private func waitUntilHere(_ peer: String) throws {
    try wait(for: "\(peer) in \(try all)") {
      try all.contains("{\"event\":\"here\"}\n") || all.contains("\(peer) is here.\n")
    }
  }

  /// Types a line, then Enter.
  func type(_ line: String) throws { try keyboard?.type(line) }

  /// Ends its input.
  func hangUp() { keyboard = nil }

  /// What it has printed so far.
  private var all: String { get throws { try program.outputSoFar() + program.errorsSoFar() } }

  /// Waits until it has printed a whole line that contains this. Returns the line.
  @discardableResult
  func expect(_ text: String, inErrors: Bool = false, times: Int = 1) throws -> String {
    var found: [String] = []
    do {
      try wait(for: text) {
        let all = try inErrors ? program.errorsSoFar() : program.outputSoFar()
        found = all.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .filter { $0.contains(text) }.map(String.init)
        return found.count >= times
      }
    } catch { throw NeverCame(what: text, errors: try all) }
    return found[times - 1]
  }

  /// Leaves as a person does; with --json, by the end of the input.
  func leave() throws -> Program.Outcome {
    if !isJSON { try type("/quit") }
    hangUp()
    return try program.finish(withinSeconds: 120)
  }
}

extension Program.Outcome {
  /// The lines of the output, but for those that begin with one of these.
  func lines(without starts: [String] = []) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      !starts.contains { line.hasPrefix("{\"event\":\"\($0)\"") }
    }
  }
}

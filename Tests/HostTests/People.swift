import Foundation
import TestSupport
import Testing

/// Alice on host a and Bob on host b, each with a vault, pairing with each other. There may be a
/// stranger on host c.
struct People {
  let hosts: Hosts
  private let directory: String
  private static let program = "\(Program.buildDirectory)/vernam"
  private static let announcer = "\(Fixtures.root)/Tests/HostTests/announce.py"

  /// The vaults are below `directory`.
  init(in directory: String, hasIPv4: Bool = true, hasStranger: Bool = false) throws {
    // Writing to a command that has ended must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    hosts = try Hosts(count: hasStranger ? 3 : 2, hasIPv4: hasIPv4)
    self.directory = directory
    for host in [Hosts.Host.a, .b] {
      let made = try hosts.run(
        on: host, [People.program, "init", "--no-passphrase"], environment: environment(host))
      guard made.status == 0 else { throw Hosts.Failure(description: made.errors) }
    }
  }

  /// Starts `vernam pair` on one of the hosts.
  func start(_ host: Hosts.Host, _ options: [String] = []) throws -> Spawned {
    try hosts.start(
      on: host, [People.program, "pair", "-v", "--size", "64K", "peer"] + options,
      environment: environment(host), seconds: 600)
  }

  /// Pairs both: each types the code that the other reads out. Returns what Alice and Bob saw.
  func pair(_ alice: [String] = [], _ bob: [String] = []) throws -> [Hosts.Output] {
    try finish([start(.a, alice), start(.b, bob)])
  }

  func finish(_ ends: [Spawned]) throws -> [Hosts.Output] {
    let codes = ends.map { $0.readLine()?.split(separator: ":").last }
    for (end, code) in zip(ends, codes.reversed()) {
      if let code { try? end.write("\(code)\n") }
    }
    return try ends.map(Hosts.finish)
  }

  /// Starts somebody on host b, or c, who announces offers that nobody makes, as being at `target`.
  func announce(
    _ names: [String], on host: Hosts.Host = .b, at target: String = "10.77.0.99",
    _ options: [String] = []
  ) throws -> Spawned {
    let instances = names.map { Array($0.utf8).hexadecimal }
    let address = host == .b ? "10.77.0.2" : "10.77.0.3"
    return try hosts.start(
      on: host, ["python3", People.announcer] + options + [address, target] + instances,
      seconds: 600)
  }

  /// Ends it. Returns false if it had ended before.
  func end(_ announcer: Spawned, on host: Hosts.Host = .b) throws -> Bool {
    try kill("python3", on: host)
    return announcer.wait() == 128 + SIGKILL
  }

  func shell(_ host: Hosts.Host, _ line: String) throws { try hosts.shell(host, line) }

  func kill(_ program: String, on host: Hosts.Host, signal: String = "KILL") throws {
    try hosts.kill(program, on: host, signal: signal)
  }

  private func environment(_ host: Hosts.Host) -> [String: String] {
    let place = "\(directory)/\(host.rawValue)"
    return ["VERNAM_VAULT": place, "XDG_STATE_HOME": "\(place)-state", "LC_ALL": "C.UTF-8"]
  }
}

extension Spawned {
  /// Waits until standard error holds a match, behind the text `earlier` if that is given, and
  /// returns it, or its group if there is one.
  func waitForError(
    _ pattern: String, after earlier: String? = nil, seconds: Int = 30
  ) throws -> String {
    let pattern = try NSRegularExpression(pattern: pattern)
    let deadline = ContinuousClock.now + .seconds(seconds)
    while .now < deadline {
      let text = earlier.map { Spawned.part(of: errorsSoFar, after: $0) } ?? errorsSoFar
      let whole = NSRange(text.startIndex..., in: text)
      if let match = pattern.matches(in: text, range: whole).last,
        let found = Range(match.range(at: pattern.numberOfCaptureGroups), in: text)
      {
        return String(text[found])
      }
      usleep(50_000)
    }
    throw Hosts.Failure(description: "nothing like \(pattern.pattern) in: \(errorsSoFar)")
  }

  /// Empty if `earlier` has not come yet.
  private static func part(of text: String, after earlier: String) -> String {
    text.range(of: earlier).map { String(text[$0.upperBound...]) } ?? ""
  }

  /// Types the number of an offer on the list. The question may come before the offer does.
  /// `earlier` is said before that list.
  func choose(_ name: String, after earlier: String? = nil) throws {
    let escaped = NSRegularExpression.escapedPattern(for: name)
    let number = try waitForError(
      "(?m)^  (\\d+)  \(escaped)$", after: earlier, seconds: 120)
    try write("\(number)\n")
  }

  /// The name under which it is offered.
  func offeredName() throws -> String { try waitForError("this computer is called (.+)\\. Run") }
}

/// Expects that both ends made one pad, after that many sessions.
func expectOneSession(
  _ said: [Hosts.Output], attempts: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
) {
  for output in said {
    let sessions = output.errors.components(separatedBy: "The pad is ").count - 1
    #expect(
      output.status == 0 && sessions == attempts, "\(said.map(\.errors))",
      sourceLocation: sourceLocation)
  }
}

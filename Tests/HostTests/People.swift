import Foundation
import TestSupport

/// Alice on host a and Bob on host b, each with a vault, pairing with each other.
struct People {
  let hosts: Hosts
  private let directory: String
  private static let program = "\(Program.buildDirectory)/vernam"
  private static let announcer = "\(Fixtures.root)/Tests/HostTests/announce.py"

  /// The vaults are below `directory`.
  init(in directory: String, hasIPv4: Bool = true) throws {
    // Writing to a command that has ended must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    hosts = try Hosts(hasIPv4: hasIPv4)
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
      environment: environment(host))
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

  /// Starts somebody on host b who announces offers that nobody makes, at the address `ghost`.
  func announce(
    _ names: [String], isListed: Bool, ghost: String = "10.77.0.99"
  ) throws -> Spawned {
    let instances = names.map { Array($0.utf8).hexadecimal }
    return try hosts.start(
      on: .b,
      ["python3", People.announcer, isListed ? "listed" : "unlisted", "10.77.0.2", ghost]
        + instances)
  }

  func shell(_ host: Hosts.Host, _ line: String) throws { try hosts.shell(host, line) }

  func kill(_ program: String, on host: Hosts.Host) throws { try hosts.kill(program, on: host) }

  private func environment(_ host: Hosts.Host) -> [String: String] {
    let place = "\(directory)/\(host.rawValue)"
    return ["VERNAM_VAULT": place, "XDG_STATE_HOME": "\(place)-state", "LC_ALL": "C.UTF-8"]
  }
}

extension Spawned {
  /// Waits until standard error holds a match, and returns it, or its group if there is one.
  func waitForError(_ pattern: String, seconds: Int = 30) throws -> String {
    let pattern = try NSRegularExpression(pattern: pattern)
    for _ in 0..<seconds * 20 {
      let text = errorsSoFar
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

  /// The name under which it is offered.
  func offeredName() throws -> String { try waitForError("This computer is (.+)\\. Now run") }
}

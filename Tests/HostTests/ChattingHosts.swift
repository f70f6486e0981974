import Foundation
import TestSupport
import Testing

/// Alice on host a and Bob on host b, each with a vault; each calls the other "peer".
struct ChattingHosts {
  let hosts: Hosts
  let directory: String
  private static let program = "\(Program.buildDirectory)/vernam"

  /// The vaults are below `directory`. Without a pad, they have yet to pair.
  init(in directory: String, count: Int = 2, sharesPad: Bool = true) throws {
    // Writing to a command that has ended must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    hosts = try Hosts(count: count)
    self.directory = directory
    for host in [Hosts.Host.a, .b] { _ = try run(host, ["init", "--no-passphrase"]) }
    if sharesPad { try share() }
  }

  private func share() throws {
    let carried = "\(directory)/carried"
    _ = try run(.a, ["pair", "peer", "--carry", carried, "--size", "64K"])
    _ = try run(.b, ["pair", "peer", "--from", carried])
    // The giver may send once it has read something.
    _ = try run(.a, ["decrypt"], input: run(.b, ["encrypt", "peer"], input: "I hold it\n"))
  }

  /// Makes them share a pad: Bob waits for Alice, who calls him. Each gives the other's code.
  func pair(waiting: [String], calling: [String]) throws {
    let ends = try [
      start(.b, ["pair", "peer", "--size", "64K"] + waiting),
      start(.a, ["pair", "peer"] + calling),
    ]
    let codes = ends.map { $0.readLine()?.split(separator: ":").last }
    for (end, code) in zip(ends, codes.reversed()) { try end.write("\(code ?? "")\n") }
    for end in ends {
      let outcome = try Hosts.finish(end)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// Runs a command of the program that must not fail. Returns what it prints.
  func run(_ host: Hosts.Host, _ arguments: [String], input: String = "") throws -> String {
    let outcome = try hosts.run(
      on: host, [ChattingHosts.program] + arguments, input: input, environment: environment(host))
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  /// Starts a command of the program.
  func start(_ host: Hosts.Host, _ arguments: [String], seconds: Int = 300) throws -> Spawned {
    try hosts.start(
      on: host, [ChattingHosts.program] + arguments, environment: environment(host),
      seconds: seconds)
  }

  func chat(
    _ host: Hosts.Host, _ options: [String] = [], seconds: Int = 300
  ) throws -> Spawned {
    try start(host, ["chat", "peer", "--json"] + options, seconds: seconds)
  }

  private func environment(_ host: Hosts.Host) -> [String: String] {
    let place = "\(directory)/\(host.rawValue)"
    return ["VERNAM_VAULT": place, "XDG_STATE_HOME": "\(place)-state", "LC_ALL": "C.UTF-8"]
  }
}

extension Spawned {
  /// Reads up to a line that contains this; a program that never prints it is ended by its time
  /// limit.
  func expect(_ text: String) throws {
    var said: [String] = []
    while let line = readLine() {
      if line.contains(text) { return }
      said.append(line)
    }
    throw Hosts.Failure(description: "no \(text) in \(said), \(errorsSoFar)")
  }

  /// Says something to the other end, which hears it and confirms it: this end's message `number`.
  func say(_ text: String, to other: Spawned, number: Int = 1) throws {
    try write("{\"text\":\"\(text)\"}\n")
    try other.expect("\"text\":\"\(text)\"")
    try expect("{\"event\":\"arrived\",\"id\":\(number)}")
  }
}

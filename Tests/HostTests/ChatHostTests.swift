import Discovery
import Foundation
import Pad
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite(
  "vernam chat between hosts", .enabled(if: Hosts.isPossible, "needs root"), .serialized)
struct ChatHostTests {
  private let program = "\(Program.buildDirectory)/vernam"

  private func environment(_ directory: String, _ host: Hosts.Host) -> [String: String] {
    let place = "\(directory)/\(host.rawValue)"
    return ["VERNAM_VAULT": place, "XDG_STATE_HOME": "\(place)-state", "LC_ALL": "C.UTF-8"]
  }

  /// Hosts a and b share a pad; each calls the other "peer".
  private func share(_ hosts: Hosts, _ directory: String) throws {
    let carried = "\(directory)/carried"
    for (host, arguments) in [
      (Hosts.Host.a, ["init", "--no-passphrase"]), (.b, ["init", "--no-passphrase"]),
      (.a, ["pair", "peer", "--carry", carried, "--size", "64K"]),
      (.b, ["pair", "peer", "--from", carried]),
    ] {
      let outcome = try hosts.run(
        on: host, [program] + arguments, environment: environment(directory, host))
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    // The giver may send once it has read something.
    let hello = try hosts.run(
      on: .b, [program, "encrypt", "peer"], input: "I hold it\n",
      environment: environment(directory, .b))
    let read = try hosts.run(
      on: .a, [program, "decrypt"], input: hello.output, environment: environment(directory, .a))
    try #require(read.status == 0, "\(read.errors)")
  }

  private func chat(
    _ hosts: Hosts, _ host: Hosts.Host, _ directory: String, _ options: [String],
    seconds: Int = 300
  ) throws -> Spawned {
    try hosts.start(
      on: host, [program, "chat", "peer", "--json"] + options,
      environment: environment(directory, host), seconds: seconds)
  }

  /// Reads up to a line that contains this; a program that never prints it is ended by its time
  /// limit.
  private func expect(_ text: String, from end: Spawned) throws {
    var said: [String] = []
    while let line = end.readLine() {
      if line.contains(text) { return }
      said.append(line)
    }
    throw Hosts.Failure(description: "no \(text) in \(said), \(end.errorsSoFar)")
  }

  @Test(
    "Two that share a pad find each other by DNS-SD alone, and a stranger between them is nobody")
  func discovery() throws {
    try withTemporaryDirectory { directory in
      signal(SIGPIPE, SIG_IGN)
      let hosts = try Hosts(count: 3)
      try share(hosts, directory)
      // One whose names look like theirs, sorted before and after, and one who knocks.
      let names = ["a", "m", "7"].map { String(repeating: $0, count: 32) } + ["short"]
      let announcer = try hosts.start(
        on: .c,
        [
          "python3", "\(Fixtures.root)/Tests/HostTests/announce.py", "10.77.0.3",
          "10.77.0.3",
        ]
          + names.map { Array($0.utf8).hexadecimal },
        environment: ["ANNOUNCED_SERVICE": "_vernam"], seconds: 300)
      let knocker = try hosts.start(
        on: .c,
        [
          "python3", "\(Fixtures.root)/Tests/HostTests/knock.py", "10.77.0.1:4100",
          "10.77.0.2:4100",
        ],
        seconds: 300)
      let alice = try chat(hosts, .a, directory, ["--port", "4100"])
      let bob = try chat(hosts, .b, directory, ["--port", "4100"])
      #expect(knocker.readLine() == "all answered")
      for end in [alice, bob] { try expect(#"{"event":"here"}"#, from: end) }
      try alice.write("{\"text\":\"Are you there?\"}\n")
      try expect(#""text":"Are you there?""#, from: bob)
      try expect(#"{"event":"arrived","id":1}"#, from: alice)
      try bob.write("{\"text\":\"I am.\"}\n")
      try expect(#""text":"I am.""#, from: alice)
      try expect(#"{"event":"arrived","id":1}"#, from: bob)
      let left = try Hosts.finish(alice)
      let stayed = try Hosts.finish(bob)
      #expect(left.status == 0 && stayed.status == 0, "\(left.errors)\(stayed.errors)")
      #expect(!left.output.contains("message") && !stayed.output.contains("message"))
      try hosts.kill("python3", on: .c)
      for stranger in [announcer, knocker] { _ = stranger.wait() }
    }
  }

  @Test("Many recorded offers on a port that says nothing keep nobody from finding the other")
  func recorded() throws {
    try withTemporaryDirectory { directory in
      signal(SIGPIPE, SIG_IGN)
      let hosts = try Hosts(count: 3)
      try share(hosts, directory)
      // Half of them, about, are to be called.
      var names: [String] = []
      for host in [Hosts.Host.a, .b] {
        let key = try linkKey(host, directory)
        for _ in 0..<30 {
          names.append(
            LinkOffer.make(key, randomness: KernelRandomness()).bytes.hexadecimal)
        }
      }
      let announcer = try hosts.start(
        on: .c,
        [
          "python3", "\(Fixtures.root)/Tests/HostTests/announce.py", "--silent", "10.77.0.3",
          "10.77.0.3",
        ] + names,
        environment: ["ANNOUNCED_SERVICE": "_vernam"], seconds: 300)
      // One call after the other would take minutes.
      let ends = try [Hosts.Host.a, .b].map { try chat(hosts, $0, directory, [], seconds: 90) }
      let start = ContinuousClock.now
      for end in ends { try expect(#"{"event":"here"}"#, from: end) }
      Figures.report("found among 60 recorded offers", "after \(ContinuousClock.now - start)")
      for end in ends { #expect(try Hosts.finish(end).status == 0) }
      try hosts.kill("python3", on: .c)
      _ = announcer.wait()
    }
  }

  /// The key of the pad that a host shares with the other one.
  private func linkKey(_ host: Hosts.Host, _ directory: String) throws -> LinkKey {
    let environment = VaultEnvironment(
      machineID: Array("none".utf8), counterDirectory: "\(directory)/none")
    let vault = try Vault.open(
      "\(directory)/\(host.rawValue)", for: .reading, environment: environment
    ) { SecretBytes(count: 0) }
    return try #require(vault.linkKeys(of: vault.contact("peer")).first)
  }

  @Test("After the cable was unplugged and an address changed, they find each other again")
  func newAddress() throws {
    try withTemporaryDirectory { directory in
      signal(SIGPIPE, SIG_IGN)
      let hosts = try Hosts()
      try share(hosts, directory)
      let alice = try chat(hosts, .a, directory, [])
      let bob = try chat(hosts, .b, directory, [])
      for end in [alice, bob] { try expect(#"{"event":"here"}"#, from: end) }
      try hosts.shell(
        .b,
        "ip link set cable down; ip address flush dev cable; ip address add 10.77.0.9/24 dev cable; "
          + "ip link set cable up")
      try alice.write("{\"text\":\"Where are you now?\"}\n")
      try expect(#""text":"Where are you now?""#, from: bob)
      try expect(#"{"event":"arrived","id":1}"#, from: alice)
      for end in [alice, bob] { #expect(try Hosts.finish(end).status == 0) }
    }
  }
}

import Discovery
import Foundation
import Pad
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite(
  "vernam chat between hosts", .enabled(if: Hosts.isPossible, "needs root"), .serialized,
  .hostThread)
struct ChatHostTests {
  @Test(
    "Two that share a pad find each other by DNS-SD alone, and a stranger between them is nobody")
  func discovery() throws {
    try withTemporaryDirectory { directory in
      let people = try ChattingHosts(in: directory, count: 3)
      let hosts = people.hosts
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
      let alice = try people.chat(.a, ["--port", "4100"])
      let bob = try people.chat(.b, ["--port", "4100"])
      #expect(knocker.readLine() == "all answered")
      for end in [alice, bob] { try end.expect(#"{"event":"here"}"#) }
      try alice.say("Are you there?", to: bob)
      try bob.say("I am.", to: alice)
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
      let people = try ChattingHosts(in: directory, count: 3)
      // Half of them, about, are to be called.
      var names: [String] = []
      for host in [Hosts.Host.a, .b] {
        let key = try linkKey(host, directory)
        for _ in 0..<30 {
          names.append(
            LinkOffer.make(key, randomness: KernelRandomness()).bytes.hexadecimal)
        }
      }
      let announcer = try people.hosts.start(
        on: .c,
        [
          "python3", "\(Fixtures.root)/Tests/HostTests/announce.py", "--silent", "10.77.0.3",
          "10.77.0.3",
        ] + names,
        environment: ["ANNOUNCED_SERVICE": "_vernam"], seconds: 300)
      // One call after the other would take minutes.
      let ends = try [Hosts.Host.a, .b].map { try people.chat($0, seconds: 90) }
      let start = ContinuousClock.now
      for end in ends { try end.expect(#"{"event":"here"}"#) }
      Figures.report("found among 60 recorded offers", "after \(ContinuousClock.now - start)")
      for end in ends { #expect(try Hosts.finish(end).status == 0) }
      try people.hosts.kill("python3", on: .c)
      _ = announcer.wait()
    }
  }

  @Test("Somebody who claims each of their names keeps nobody from finding the other")
  func claimed() throws {
    try withTemporaryDirectory { directory in
      let people = try ChattingHosts(in: directory, count: 3)
      let announcer = try people.hosts.start(
        on: .c,
        [
          "python3", "\(Fixtures.root)/Tests/HostTests/announce.py", "--claim", "10.77.0.3",
          "10.77.0.3",
        ], environment: ["ANNOUNCED_SERVICE": "_vernam"], seconds: 300)
      let ends = try [Hosts.Host.a, .b].map { try people.chat($0, ["-v"], seconds: 120) }
      for end in ends { try end.expect(#"{"event":"here"}"#) }
      for end in ends {
        let errors = end.errorsSoFar
        #expect(errors.contains(/offered as [a-z2-7]{32} #\d\n/), "it kept its name: \(errors)")
        #expect(try Hosts.finish(end).status == 0)
      }
      try people.hosts.kill("python3", on: .c)
      _ = announcer.wait()
    }
  }

  @Test("Whoever finds nobody for a while is told so, and goes on looking")
  func alone() throws {
    try withTemporaryDirectory { directory in
      let people = try ChattingHosts(in: directory)
      let alice = try people.chat(.a, seconds: 90)
      try alice.expect(
        #"{"event":"unreached","reason":"the two computers have not found each other yet"}"#)
      let bob = try people.chat(.b)
      for end in [alice, bob] { try end.expect(#"{"event":"here"}"#) }
      for end in [alice, bob] { #expect(try Hosts.finish(end).status == 0) }
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
      let people = try ChattingHosts(in: directory)
      let alice = try people.chat(.a)
      let bob = try people.chat(.b)
      for end in [alice, bob] { try end.expect(#"{"event":"here"}"#) }
      try people.hosts.shell(
        .b,
        "ip link set cable down; ip address flush dev cable; ip address add 10.77.0.9/24 dev cable; "
          + "ip link set cable up")
      try alice.say("Where are you now?", to: bob)
      for end in [alice, bob] { #expect(try Hosts.finish(end).status == 0) }
    }
  }
}

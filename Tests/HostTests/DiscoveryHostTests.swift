import Foundation
import TestSupport
import Testing

@Suite(
  "Finding each other on realistic networks", .serialized,
  .enabled(if: Hosts.isPossible, "needs root: hosts are network namespaces"), .hostThread)
struct DiscoveryHostTests {
  private static let byHand = "--listen PORT on one computer, and --connect HOST:PORT on the other"

  @Test(
    "They find each other, and --verbose shows each step",
    arguments: [
      // IPv6 with link-local addresses only.
      nil,
      // A second interface that reaches nobody.
      """
      ip link add dead type veth peer name none
      echo 1 >/proc/sys/net/ipv6/conf/none/disable_ipv6
      ip address add 10.99.0.1/24 dev dead
      ip link set dead up; ip link set none up
      """,
    ])
  func networks(setting: String?) throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory, hasIPv4: setting != nil)
      if let setting {
        for host in [Hosts.Host.a, .b] { try people.shell(host, setting) }
      }
      let said = try people.pair()
      expectOneSession(said)
      for output in said {
        for step in ["asking Avahi who else is pairing here", "appeared: ", "connected to "] {
          #expect(output.errors.contains(step), "\(output.errors)")
        }
      }
      let joiner = try #require(said.first { $0.errors.contains("Connecting.") }).errors
      #expect(joiner.contains("asking Avahi where ") && joiner.contains("connecting to [fe80:"))
    }
  }

  @Test("Started in the same second, they come to exactly one session, every time")
  func together() throws {
    let rounds = getenv("VERNAM_LONG") == nil ? 10 : 100
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      for _ in 0..<rounds { expectOneSession(try people.pair()) }
      Figures.report("pairings begun in the same second", "\(rounds), each one session")
    }
  }

  @Test("An end whose name is taken gets another, is found under it, and says so")
  func taken() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let alice = try people.start(.a)
      let name = try alice.offeredName()
      let thief = try people.announce([name], ["--unlisted"])
      let newName = try alice.waitForError("this computer is called (\(name) #\\d+)\\. Run")
      #expect(try people.end(thief))
      // The old name may still be cached there.
      let bob = try people.start(.b, ["--offer", newName])
      try alice.choose(bob.offeredName())
      let said = try people.finish([alice, bob])
      expectOneSession(said)
      // Whichever settles first, Bob sees her under the new name; she may have joined him by then.
      #expect(said[1].errors.contains("appeared: \(newName)"), "\(said[1].errors)")
    }
  }

  @Test("A computer without a network says so, and what to do")
  func noNetwork() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      try people.shell(.a, "ip address flush dev cable && ip -6 address flush dev cable")
      let alice = try people.start(.a)
      _ = try alice.waitForError("This computer is (not) on a network\\. Join")
      #expect(!alice.errorsSoFar.contains("Nobody found"))
      try people.kill("vernam", on: .a)
      _ = alice.wait()
    }
  }

  @Test(
    "A signal ends either end while the codes are on screen, and the other hears of it",
    arguments: [0, 1])
  func interrupted(stopped: Int) throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let alice = try people.start(.a)
      let ends = [alice, try people.start(.b, ["--offer", alice.offeredName()])]
      for end in ends { #expect(end.readLine()?.hasPrefix("Your code: ") == true) }
      let hosts: [Hosts.Host] = [.a, .b]
      try people.kill("vernam", on: hosts[stopped], signal: "TERM")
      _ = try ends[stopped].waitForError("Cancelled\\.", seconds: 30)
      _ = try ends[1 - stopped].waitForError("ended this attempt", seconds: 30)
      if stopped == 1 {
        // She searches again, and has found somebody before.
        _ = try alice.waitForError("Nobody is pairing here now\\.", seconds: 120)
        #expect(!alice.errorsSoFar.contains("Nobody found yet"))
      }
      // One of them listens, and would wait for the next caller.
      for host in hosts { try people.kill("vernam", on: host, signal: "TERM") }
      for end in ends { #expect(end.wait() != 0) }
    }
  }

  @Test("After a wrong code both choose each other again, under the same names, and get a pad")
  func wrongCode() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let ends = [try people.start(.a), try people.start(.b)]
      let names = try ends.map { try $0.offeredName() }
      for end in ends { #expect(end.readLine()?.hasPrefix("Your code: ") == true) }
      try ends[0].write("1234 5678\n")
      for end in ends { _ = try end.waitForError("2 attempts left", seconds: 60) }
      // The list has one name each: Enter takes it, or its number.
      _ = try ends[0].waitForError(
        "  1  \(names[1])\nIf this name is on .*, press Enter", seconds: 120)
      try ends[0].write("\n")
      try ends[1].choose(names[0])
      let said = try people.finish(ends)
      expectOneSession(said, attempts: 2)
      for output in said { #expect(!output.errors.contains("error: "), "\(output.errors)") }
    }
  }

  @Test("With several offers a person picks one, then or beforehand; names are shown as plain text")
  func several() throws {
    let escape = "\u{1B}]0;owned\u{7}\u{1B}[2J"
    let long = String(repeating: "\u{E9}", count: 31) + "x"
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let strangers = try people.announce([escape, long])
      let alice = try people.start(.a)
      let bob = try people.start(.b, ["--offer", alice.offeredName()])
      try alice.choose(bob.offeredName())
      let said = try people.finish([alice, bob])
      #expect(try people.end(strangers))
      expectOneSession(said)
      #expect(!said[1].errors.contains("Pairing here now"))
      for shown in [
        "\\u{1B}]0;owned\\u{7}\\u{1B}[2J", String(repeating: "\\u{E9}", count: 31) + "x",
      ] {
        #expect(said[0].errors.contains(shown), "\(said[0].errors)")
      }
      #expect(said.allSatisfy { !$0.errors.utf8.contains(0x1B) && !$0.output.utf8.contains(0x1B) })
    }
  }

  @Test(
    "If Avahi dies or never started, or D-Bus is missing, an error says so, and --listen works")
  func daemons() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      let waiting = try people.start(.a)
      _ = try waiting.offeredName()
      try people.kill("avahi-daemon", on: .a)
      expectError("Avahi stopped during the search", try Hosts.finish(waiting))
      expectError("Avahi is not running", try Hosts.finish(people.start(.a)))
      try people.kill("dbus-daemon", on: .a)
      expectError("D-Bus is not running", try Hosts.finish(people.start(.a)))
      expectOneSession(try people.pair(["--listen", "4242"], ["--connect", "10.77.0.1:4242"]))
    }
  }

  @Test("If multicast is blocked, a note says so during the wait, and --connect works")
  func wall() throws {
    try withTemporaryDirectory { directory in
      let people = try People(in: directory)
      try people.shell(.a, "\(Fixtures.root)/Tests/HostTests/wall")
      let ends = [try people.start(.a, ["--wait", "20"]), try people.start(.b, ["--wait", "20"])]
      for output in try ends.map(Hosts.finish) {
        expectError("the other computer did not answer", output)
        #expect(
          output.errors.contains(
            """
            Nobody found yet. If this goes on, press Ctrl+C and run "vernam pair peer --listen \
            4000": it prints the command for the other computer.
            """))
      }
      expectOneSession(try people.pair(["--listen", "4242"], ["--connect", "10.77.0.1:4242"]))
    }
  }

  private func expectError(
    _ what: String, _ output: Hosts.Output, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(output.status == 69, sourceLocation: sourceLocation)
    for text in [what, DiscoveryHostTests.byHand] {
      #expect(output.errors.contains(text), "\(output.errors)", sourceLocation: sourceLocation)
    }
  }
}

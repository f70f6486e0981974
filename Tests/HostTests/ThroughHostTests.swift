import Foundation
import TestSupport
import Testing

@Suite(
  "--through between hosts",
  .enabled(if: Hosts.isPossible && SecureShell.isPossible, "needs root, ssh and sshd"),
  .serialized, .hostThread)
struct ThroughHostTests {
  /// Whether a program runs on a host.
  private func runs(_ program: String, on host: Hosts.Host, _ hosts: Hosts) throws -> Bool {
    let found = try hosts.run(
      on: host,
      [
        "sh", "-c",
        """
        for process in /proc/[0-9]*; do
          if [ "$(cat "$process/comm" 2>/dev/null)" = \(program) ] &&
            [ "$process/ns/net" -ef /proc/self/ns/net ]
          then exit 0; fi
        done
        exit 1
        """,
      ])
    return found.status == 0
  }

  @Test("Two hosts pair and chat through OpenSSH, and a chat whose ssh was killed goes on")
  func secureShell() throws {
    try withTemporaryDirectory { directory in
      let people = try ChattingHosts(in: directory, sharesPad: false)
      let shell = try SecureShell(on: people.hosts, in: directory)
      let through = ["--through", shell.command("nc 127.0.0.1 4000")]
      let wait = ["--listen", "127.0.0.1:4000"]
      try people.pair(waiting: wait, calling: through)
      for host in [Hosts.Host.a, .b] {
        #expect(try people.run(host, ["status", "--json"]).contains(#""transfer":"relayed""#))
      }
      let bob = try people.chat(.b, wait)
      let alice = try people.chat(.a, through)
      try alice.say("Through the shell.", to: bob)
      try bob.say("And back.", to: alice)
      try people.hosts.kill("ssh", on: .a)
      try alice.say("Still there?", to: bob, number: 2)
      for end in [alice, bob] {
        let outcome = try Hosts.finish(end)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      #expect(try !runs("ssh", on: .a, people.hosts))
    }
  }

  @Test("A host that the ssh client does not know is not trusted; its words are shown")
  func unknownHost() throws {
    try withTemporaryDirectory { directory in
      let people = try ChattingHosts(in: directory)
      let shell = try SecureShell(on: people.hosts, in: directory)
      try people.hosts.shell(.a, ": >\(directory)/ssh/known")
      let alice = try people.chat(.a, ["--through", shell.command("nc 127.0.0.1 4000")])
      try alice.expect(#"{"event":"unreached""#)
      #expect(try alice.waitForError("ssh says: .*") == "ssh says: Host key verification failed.")
      #expect(try Hosts.finish(alice).status == 0)
    }
  }

  @Test("Two hosts pair and chat through a SOCKS proxy")
  func proxy() throws {
    try withTemporaryDirectory { directory in
      let people = try ChattingHosts(in: directory, sharesPad: false)
      let proxy = try people.hosts.start(
        on: .a, ["python3", "\(Fixtures.root)/Tests/HostTests/socks.py", "1080"], seconds: 300)
      try proxy.expect("ready")
      let through = ["--through", "nc -X 5 -x 127.0.0.1:1080 10.77.0.2 4000"]
      let wait = ["--listen", "10.77.0.2:4000"]
      try people.pair(waiting: wait, calling: through)
      try proxy.expect("10.77.0.2:4000")
      let bob = try people.chat(.b, wait)
      try bob.expect("listening")
      let alice = try people.chat(.a, through)
      try alice.say("Through the proxy.", to: bob)
      try bob.say("And back.", to: alice)
      try proxy.expect("10.77.0.2:4000")
      for end in [alice, bob] { #expect(try Hosts.finish(end).status == 0) }
      try people.hosts.kill("python3", on: .a)
      _ = proxy.wait()
    }
  }
}

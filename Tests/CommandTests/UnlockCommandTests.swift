import System
import TestSupport
import Testing

@Suite(
  "vernam unlock and lock",
  .enabled(if: KernelKeyring().refusal() == nil, "there is no keyring here"))
struct UnlockCommandTests {
  @Test("No command needs the passphrase until the vault is locked, and status changes nothing")
  func unlocks() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      #expect(try closed.end.status().status == 77)
      let outcome = try closed.end.run(["unlock", "--for", "90s"] + closed.with("right"))
      #expect(outcome.errors == "unlocked for 90 seconds; \"vernam lock\" ends it sooner\n")
      #expect(outcome.status == 0 && outcome.output == [])
      let before = try snapshot(directory)
      #expect(try closed.end.status().status == 0)
      #expect(try snapshot(directory) == before)
      let locked = try closed.end.run(["lock"])
      #expect(locked.errors == "locked\n" && locked.status == 0)
      #expect(try closed.end.status().status == 77)
      #expect(try closed.end.run(["lock"]).errors == "the vault was locked already\n")
    }
  }

  @Test("A process with another session keyring can read it too")
  func otherSession() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      try closed.end.succeed(["unlock"] + closed.with("right"))
      defer { _ = try? closed.end.run(["lock"]) }
      let script = """
        import ctypes, os, sys
        # keyctl(KEYCTL_JOIN_SESSION_KEYRING): a new one, which links to nothing.
        number = 250 if os.uname().machine == "x86_64" else 219
        assert ctypes.CDLL(None).syscall(number, 1, None) > 0
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let outcome = try Program("python3").run(
        ["-c", script, End.program.name, "status"], environment: closed.end.environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("Changing the passphrase still needs the old one, and locks the vault")
  func changing() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      try closed.end.succeed(["unlock"] + closed.with("right"))
      let change = ["passphrase", "--new-passphrase-file", "\(directory)/new"]
      #expect(try closed.end.run(change).status == 77)
      #expect(try closed.end.run(change + closed.with("wrong")).status == 77)
      #expect(try closed.end.status().status == 0)
      try closed.end.succeed(change + closed.with("right"))
      #expect(try closed.end.status().status == 77)
    }
  }

  @Test("A wrong passphrase unlocks nothing")
  func wrong() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let outcome = try closed.end.run(["unlock"] + closed.with("wrong"))
      #expect(outcome.errors.hasPrefix("error: wrong passphrase\nhint: "))
      #expect(outcome.status == 77)
      #expect(try closed.end.status().status == 77)
    }
  }

  @Test("An invalid time is refused", arguments: ["0s", "15", "-5m", "8d", "169h", "m", ""])
  func times(_ time: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "nobody", peer: "nobody")
      let status = try end.run(["unlock", "--for=\(time)"]).status
      #expect(status == 64)
    }
  }
}

import Glibc
import System
import TestSupport
import Testing

@Suite("A vault that cannot be written", .enabled(if: geteuid() == 0, "only root may mount"))
struct ReadOnlyTests {
  private func withReadOnlyVault(_ body: (TwoEnds) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let vault = ends.alice.vault
      try #require(Program("mount").run(["--bind", vault, vault]).status == 0)
      defer { _ = try? Program("umount").run([vault]) }
      try #require(Program("mount").run(["-o", "remount,bind,ro", vault]).status == 0)
      try body(ends)
    }
  }

  @Test(
    "Commands that would change it are refused",
    arguments: [
      (["passphrase", "--no-passphrase"], "vault"), (["skip", "bob", "--yes"], "pads/"),
      (["forget", "bob", "--yes"], ""),
    ])
  func changing(_ arguments: [String], _ file: String) throws {
    try withReadOnlyVault { ends in
      let outcome = try ends.alice.run(arguments)
      #expect(outcome.errors.hasPrefix("error: \(ends.alice.vault)/\(file)"))
      #expect(
        outcome.errors.hasSuffix(
          ": Read-only file system\nhint: this disk is read-only: use another folder, or mount it for writing\n"
        ))
      #expect(outcome.status == 74)
    }
  }

  @Test("Looking at it works, and the doctor says that it is read-only")
  func looking() throws {
    try withReadOnlyVault { ends in
      #expect(try ends.alice.status().status == 0)
      let outcome = try ends.alice.run(["doctor"])
      #expect(outcome.text.contains("bad   \(ends.alice.vault) is read-only\n"))
      #expect(outcome.status == 78)
    }
  }
}

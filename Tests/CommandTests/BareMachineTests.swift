import Glibc
import System
import TestSupport
import Testing

@Suite("A machine that lacks what others have")
struct BareMachineTests {
  @Test(
    "No HOME and no XDG_DATA_HOME: each command asks for --vault",
    arguments: [
      ["init", "--no-passphrase"], ["status"], ["contacts"], ["encrypt", "bob"], ["decrypt"],
      ["pair", "bob"], ["rename", "a", "b"], ["forget", "a"], ["adopt"], ["passphrase"],
      ["unlock"], ["lock"], ["skip", "bob"], ["doctor"],
    ])
  func homeless(_ arguments: [String]) throws {
    let outcome = try End.program.run(
      arguments, environment: ["HOME": "", "XDG_DATA_HOME": "", "VERNAM_VAULT": ""])
    #expect(
      outcome.errors
        == "error: HOME is not set: vernam cannot find your vault\nhint: add --vault FOLDER\n")
    #expect(outcome.status == 66 && outcome.output == [])
  }

  @Test("With --vault everything works without them")
  func homelessVault() throws {
    try withTemporaryDirectory { directory in
      let homeless = ["HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "VERNAM_VAULT": ""]
      try talk(in: directory) { arguments, input in
        try End.program.run(arguments, input: input, environment: homeless)
      }
    }
  }

  @Test(
    "No machine id: everything works",
    .enabled(if: geteuid() == 0, "needs root: a file is covered by a mount"))
  func noMachineID() throws {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/empty", [])
      let hide = "mount --bind '\(directory)/empty' /etc/machine-id"
      let script = "[ ! -e /etc/machine-id ] || \(hide) || exit; exec \"$@\""
      try talk(in: directory) { arguments, input in
        try Program("unshare").run(
          ["--mount", "sh", "-c", script, "sh", End.program.name] + arguments, input: input,
          environment: ["XDG_STATE_HOME": "\(directory)/state"])
      }
    }
  }

  /// Makes two vaults with a pad between them, and sends a message each way.
  private func talk(
    in directory: String, _ run: (_ arguments: [String], _ input: [UInt8]) throws -> Program.Outcome
  ) throws {
    func succeed(_ vault: String, _ arguments: [String], _ input: String = "") throws -> String {
      let outcome = try run(arguments + ["--vault", "\(directory)/\(vault)"], Array(input.utf8))
      try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
      return outcome.text
    }
    for vault in ["a", "b"] { _ = try succeed(vault, ["init", "--no-passphrase"]) }
    _ = try succeed("a", ["pair", "bob", "--carry", "\(directory)/pad", "--size", "32K"])
    _ = try succeed("b", ["pair", "alice", "--from", "\(directory)/pad"])
    let hello = try succeed("b", ["encrypt", "alice"], "from b")
    #expect(try succeed("a", ["decrypt"], hello) == "from b")
    let answer = try succeed("a", ["encrypt", "bob"], "from a")
    #expect(try succeed("b", ["decrypt"], answer) == "from a")
  }
}

import Glibc
import System
import TestSupport
import Testing

@Suite("vernam passphrase")
struct PassphraseCommandTests {
  @Test("The new one opens the vault, the old one does not")
  func changes() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let outcome = try closed.end.run(
        ["passphrase", "--new-passphrase-file", "\(directory)/new"] + closed.with("right"))
      #expect(
        outcome.errors == """
          this passphrase is weak: programs that try short and common passphrases find it; five random words would be strong
          changed the passphrase of \(closed.end.vault)
          nobody can recover this passphrase: if you forget it, your pads are lost
          "vernam unlock" remembers it for a while, so that you need not type it for each command

          """)
      #expect(outcome.status == 0 && outcome.output == [])
      #expect(try closed.status("new") == 0)
      #expect(try closed.status("right") == 77)
    }
  }

  @Test("A vault that is made with one says that nobody can recover it, and how strong it is")
  func made() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try "mule quartz orbit lamp\n".save(at: "\(directory)/phrase")
      let outcome = try end.run(["init", "--passphrase-file", "\(directory)/phrase"])
      #expect(
        outcome.errors == """
          this passphrase is strong, unless it is a sentence or a name that others know
          made a vault in \(end.vault)
          nobody can recover this passphrase: if you forget it, your pads are lost
          "vernam unlock" remembers it for a while, so that you need not type it for each command

          """)
    }
  }

  @Test("One trailing carriage return in its file is ignored")
  func carriageReturn() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      for (name, text) in [
        ("a", "right\r\n"), ("b", "right\r"), ("c", "right"), ("d", "right\r\r\n"),
      ] {
        try text.save(at: "\(directory)/\(name)")
        #expect(try closed.status(name) == (name == "d" ? 77 : 0), "\(name)")
      }
    }
  }

  @Test("Its file is refused if others may read or write it", arguments: [0o640, 0o604, 0o620])
  func openFile(permissions: UInt32) throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      #expect(chmod("\(directory)/right", permissions) == 0)
      let outcome = try closed.end.run(["status"] + closed.with("right"))
      #expect(outcome.status == 77)
      #expect(
        outcome.errors == """
          error: \(directory)/right can be opened by other users
          hint: run "chmod go-rwx '\(directory)/right'"

          """)
    }
  }

  @Test("A pipe is refused if others may read or write it")
  func openPipe() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      #expect(mkfifo("\(directory)/pipe", 0o600) == 0 && chmod("\(directory)/pipe", 0o622) == 0)
      let end = open("\(directory)/pipe", O_RDWR)
      defer { close(end) }
      #expect(write(end, "right\n", 6) == 6)
      let outcome = try closed.end.run(["status"] + closed.with("pipe"))
      #expect(outcome.status == 77)
      #expect(outcome.errors.hasPrefix("error: \(directory)/pipe can be opened by other users\n"))
    }
  }

  @Test("It comes from a pipe, too, of which nothing is awaited after the first line")
  func pipe() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      #expect(mkfifo("\(directory)/pipe", 0o600) == 0)
      try writeFile("\(directory)/0", [])
      for command in ["status", "doctor"] {
        // Open at both ends, as a password manager's may be that goes on running.
        let end = open("\(directory)/pipe", O_RDWR)
        defer { close(end) }
        #expect(write(end, "right\n", 6) == 6)
        try Disk().createDirectory("\(directory)/\(command)")
        try writeFile("\(directory)/\(command)/0", [])
        let running = try closed.end.start(
          [command] + closed.with("pipe"), in: "\(directory)/\(command)")
        let outcome = try running.finish(withinSeconds: 120)
        #expect(outcome.status != 137 && outcome.status != 77, "\(outcome.errors)")
      }
    }
  }

  @Test("It can be removed, with a warning, and set again")
  func none() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let outcome = try closed.end.run(["passphrase", "--no-passphrase"] + closed.with("right"))
      #expect(outcome.errors.hasPrefix("removed the passphrase of \(closed.end.vault)\n"))
      #expect(outcome.errors.contains("without a passphrase, anyone who takes this computer"))
      #expect(try closed.end.status().status == 0)
      let set = try closed.end.run(["passphrase", "--new-passphrase-file", "\(directory)/new"])
      #expect(set.errors.contains("\nset a passphrase for \(closed.end.vault)\n"))
      #expect(try closed.end.status().status == 77)
      #expect(try closed.status("new") == 0)
    }
  }

  /// Arguments, with `HERE` for the directory, and the expected outcome.
  struct Mistaken: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let old: String
    let error: String
    let hint: String
    let status: Int

    var testDescription: String { "\(arguments.joined(separator: " ")), \(old)" }
  }

  @Test(
    "A mistake prints one line and one hint, and changes nothing",
    arguments: [
      Mistaken(
        arguments: ["--no-passphrase"], old: "wrong", error: "wrong passphrase",
        hint:
          "try again; if you forgot it, your pads are lost: see \"You forgot the passphrase\" in \"man vernam\"",
        status: 77),
      Mistaken(
        arguments: [], old: "right", error: "there is no new passphrase",
        hint: "run the command in a terminal, or add --new-passphrase-file FILE or --no-passphrase",
        status: 64),
      Mistaken(
        arguments: ["--new-passphrase-file", "HERE/none"], old: "right",
        error: "there is no file HERE/none",
        hint:
          "check the path with \"ls\"",
        status: 66),
      Mistaken(
        arguments: ["--new-passphrase-file", "HERE/new", "--no-passphrase"], old: "right",
        error: "use only one of --new-passphrase-file and --no-passphrase",
        hint: "for example: vernam passphrase; \"vernam help passphrase\" explains it",
        status: 64),
      Mistaken(
        arguments: ["--new-passphrase-file", "/dev/null"], old: "right",
        error: "the first line of /dev/null is empty",
        hint: "write the passphrase in its first line, or use --no-passphrase instead", status: 64),
    ])
  func mistakes(_ mistaken: Mistaken) throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let before = try snapshot(closed.end.vault)
      let arguments = mistaken.arguments.map { $0.replacing("HERE", with: directory) }
      let outcome = try closed.end.run(["passphrase"] + arguments + closed.with(mistaken.old))
      let error = mistaken.error.replacing("HERE", with: directory)
      #expect(outcome.errors == "error: \(error)\nhint: \(mistaken.hint)\n")
      #expect(outcome.status == mistaken.status)
      #expect(try snapshot(closed.end.vault) == before)
      #expect(try closed.status("right") == 0)
    }
  }

  @Test(
    "A file that holds no passphrase makes no vault, but opens one that has none",
    arguments: [
      ["init"], ["pair", "anna", "--size", "32K", "--carry", "HERE/carried"],
    ], ["", "\n", "\nright\n"])
  func emptyFile(_ command: [String], _ text: String) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try text.save(at: "\(directory)/empty")
      let file = ["--passphrase-file", "\(directory)/empty"]
      let outcome = try end.run(command.map { $0.replacing("HERE", with: directory) } + file)
      #expect(
        outcome.errors == """
          error: the first line of \(directory)/empty is empty
          hint: write the passphrase in its first line; for none, run "vernam init --no-passphrase"

          """)
      #expect(outcome.status == 64)
      #expect(try Disk().list(directory).filter { $0 == "alice" || $0 == "carried" } == [])
      try end.succeed(["init", "--no-passphrase"])
      try end.succeed(["status"] + file)
    }
  }

  @Test("Too little memory is not mistaken for a wrong passphrase")
  func memory() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let limited = try Program("prlimit").run(
        ["--as=\(128 << 20)", End.program.name, "status"] + closed.with("right"),
        environment: closed.end.environment)
      #expect(limited.errors.contains(" MiB of memory to check the passphrase, but less is free\n"))
      #expect(limited.status == 69)
    }
  }
}

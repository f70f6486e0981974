import Glibc
import System
import TestSupport
import Testing

@Suite("vernam doctor")
struct DoctorCommandTests {
  @Test("Problems come with a hint and exit status 78, and nothing is changed")
  func bad() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let pad = try ends.alice.pad()
      try damage("\(pad)/state", every: 4096)
      try #require(chmod("\(ends.alice.vault)/gone", 0o644) == 0)
      let before = try snapshot(directory)
      let outcome = try ends.alice.run(["doctor"])
      #expect(
        outcome.text.contains(
          "bad   bob's pad is damaged (\(pad)/state)\n      hint: check the disk; then "))
      let list = "bad   \(ends.alice.vault)/gone can be opened by other users\n"
      #expect(outcome.text.split(separator: list.dropLast()).count == 2, "said once")
      #expect(
        outcome.text.contains("bad   \(ends.alice.vault)/gone can be opened by other users\n"))
      #expect(
        outcome.errors.hasPrefix("error: ")
          && outcome.errors.contains("\nhint: do what the hint under each "))
      #expect(outcome.status == 78)
      #expect(try snapshot(directory) == before)
    }
  }

  @Test("Files that a file manager opened to others are one line, with one command that mends all")
  func openFiles() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for name in ["contacts", "gone"] {
        try #require(chmod("\(ends.alice.vault)/\(name)", 0o644) == 0)
      }
      let outcome = try ends.alice.run(["doctor"])
      #expect(
        outcome.text.contains("bad   2 files of the vault can be opened by other users\n"),
        "\(outcome.text)")
      let hint = try #require(outcome.text.firstMatch(of: /\n *hint: run "(chmod -R [^"]+)"\n/))
      #expect(try Program("sh").run(["-c", String(hint.1)]).status == 0)
      #expect(try ends.alice.run(["doctor"]).text.contains("ok    only you can read the vault's"))
    }
  }

  @Test("Every line says ok, warn or bad, or what to do; the JSON says the same")
  func lines() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(["doctor"])
      let json = try ends.alice.run(["doctor", "--json"])
      #expect([0, 78].contains(outcome.status) && json.status == outcome.status)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count >= 10)
      for (line, next) in zip(lines, lines.dropFirst() + [""]) {
        let level = line.prefix(6)
        #expect(["ok    ", "warn  ", "bad   ", "      "].contains(level))
        if level == "warn  " || level == "bad   " { #expect(next.hasPrefix("      hint: ")) }
      }
      for line in lines where !line.hasPrefix(" ") {
        #expect(json.text.contains(line.dropFirst(6)) || line.contains("\""))
      }
      #expect(outcome.text.contains("ok    1 pad works\n"))
      #expect(outcome.text.contains("warn  the vault has no passphrase: "))
    }
  }

  @Test("A locked vault is reported without a prompt; a wrong passphrase is an error")
  func locked() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let said =
        "warn  the vault is locked: vernam checked neither its pads nor whether it was copied\n"
      #expect(try closed.end.run(["doctor"]).text.contains(said))
      let opened = try closed.end.run(["doctor"] + closed.with("right"))
      #expect(opened.text.contains("ok    there are no pads yet\n") && !opened.text.contains(said))
      #expect(!opened.text.contains("no passphrase"))
      let wrong = try closed.end.run(["doctor"] + closed.with("wrong"))
      #expect(wrong.status == 77 && wrong.output == [])
      #expect(try closed.end.run(["doctor"] + closed.with("none")).status == 66)
    }
  }

  @Test("Files that killed commands left in the working directory are named, and no others")
  func leftovers() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let others = [
        "photo.jpg.part", "3k9a0zz1.part", "a.B7c8d9e0.part", "book.chapter.part",
        "report.2024123.part",
      ]
      for name in ["photo.jpg.3k9a0zz1.part"] + others {
        try writeFile("\(directory)/\(name)", [1])
      }
      let line = "cd \"$0\" && exec \"$1\" doctor"
      let found = try Program("sh").run(
        ["-c", line, directory, End.program.name], environment: ends.alice.environment
      ).text
      let said = found.split(separator: "\n").filter { $0.contains(".part") }
      #expect(
        said.count == 1
          && said[0].hasPrefix("warn  photo.jpg.3k9a0zz1.part may be left over from a killed"))
    }
  }

  @Test("Without a vault the machine is still checked; without a home it is an error")
  func noVault() throws {
    try withTemporaryDirectory { directory in
      let nobody = End(directory, "nobody", peer: "nobody")
      let outcome = try nobody.run(["doctor"])
      #expect(outcome.text.contains("warn  there is no vault yet\n"))
      #expect(try Disk().list(directory) == [])
      let homeless = try End.program.run(
        ["doctor"], environment: ["HOME": "", "XDG_DATA_HOME": "", "VERNAM_VAULT": ""])
      #expect(
        homeless.errors
          == "error: HOME is not set: vernam cannot find your vault\nhint: add --vault FOLDER\n"
      )
      #expect(homeless.status == 66)
    }
  }

  @Test(
    "With a small memory lock limit everything works; doctor and each command say what is at risk"
  )
  func memoryLimit() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      // Root may lock any amount unless it loses that capability.
      let limit =
        (geteuid() == 0 ? ["setpriv", "--bounding-set=-ipc_lock"] : []) + [
          "prlimit", "--memlock=65536", End.program.name,
        ]
      let said =
        "Linux may write keys and messages to the disk: vernam has to lock 4096 KiB in memory, and the limit is 64 KiB"
      let outcome = try Program(limit[0]).run(
        limit.dropFirst() + ["doctor"], environment: ends.alice.environment)
      #expect(outcome.text.contains("warn  \(said)\n"), "\(outcome.errors)")
      let message = try Program(limit[0]).run(
        limit.dropFirst() + ["encrypt", "bob"], input: Array("hello\n".utf8),
        environment: ends.alice.environment)
      #expect(try ends.bob.read(message.text) == "hello\n")
      let warning = "warning: Linux may write keys and messages to the disk: run"
      #expect(
        message.errors.split(separator: warning, omittingEmptySubsequences: false).count == 2,
        "\(message.errors)")
      for command in [
        ["unlock"], ["status"], ["init", "--no-passphrase", "--vault", "\(directory)/other"],
        ["generate", "--size", "1K", "--output", "\(directory)/material"],
      ] {
        let outcome = try Program(limit[0]).run(
          limit.dropFirst() + command, environment: ends.alice.environment)
        #expect(outcome.errors.contains(warning), "\(command): \(outcome.errors)")
      }
    }
  }
}

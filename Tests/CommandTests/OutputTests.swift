import System
import TestSupport
import Testing

@Suite("Where encrypt writes")
struct OutputTests {
  /// Runs a line of shell beside a file "note", its links "hard" and "soft", and a file "other".
  private func run(_ line: String, _ ends: TwoEnds) throws -> Program.Outcome {
    let script = """
      cd "$1"
      echo Noon >note; echo other >other; ln note hard; ln -s note soft
      vernam() { PROGRAM "$@"; }
      eval "$2"
      """
    return try Program("bash").run(
      ["-uc", script.replacing("PROGRAM", with: End.program.name), "bash", ends.directory, line],
      environment: ends.alice.environment)
  }

  @Test(
    "A message never replaces the file that it is made from, whatever that is called",
    arguments: [
      "note -o note", "./note --output note", "soft -o note", "note -o hard", "- -o note <note",
      "-o note <soft", "/dev/stdin -o hard <note", "--binary note -o note", "--qr note -o note",
    ])
  func ownInput(_ arguments: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try ends.alice.status().all
      let outcome = try run("vernam encrypt bob \(arguments)", ends)
      let goal = arguments.contains("hard") ? "hard" : "note"
      #expect(
        outcome.errors == """
          error: \(goal) is the file that you are reading
          hint: name another file: this one would be replaced

          """)
      #expect(outcome.status == 73)
      for name in ["note", "hard"] {
        #expect(try readFile("\(directory)/\(name)") == Array("Noon\n".utf8))
      }
      #expect(try ends.alice.status().all == before)
    }
  }

  @Test(
    "Another file is replaced",
    arguments: ["note -o other", "-o other <note", "- -o other < <(cat note)"])
  func otherFile(_ arguments: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try run("vernam encrypt bob \(arguments)", ends)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let message = try String(decoding: readFile("\(directory)/other"), as: UTF8.self)
      #expect(try ends.bob.read(message) == "Noon\n")
    }
  }

  @Test("A dry run still says what it costs")
  func dryRun() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try run("vernam encrypt bob note -o note --dry-run", ends)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }
}

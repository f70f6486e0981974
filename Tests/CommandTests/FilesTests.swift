import Glibc
import System
import TestSupport
import Testing

@Suite("Sending files")
struct FilesTests {
  private func withEnds(_ body: (TwoEnds) throws -> Void) throws {
    try withTemporaryDirectory { directory in try body(TwoEnds(in: directory, size: "12M")) }
  }

  /// Bytes that are not text.
  private func noise(_ count: Int) -> [UInt8] { [0xFF] + KernelRandomness().bytes(count - 1) }

  /// Sends `bytes` as a file called `name`, and returns the message.
  private func send(
    _ bytes: [UInt8], as name: String, _ ends: TwoEnds, _ options: [String] = []
  ) throws -> [UInt8] {
    try Disk().createDirectory("\(ends.directory)/from")
    try writeFile("\(ends.directory)/from/\(name)", bytes)
    let outcome = try ends.alice.run(["encrypt", "bob", "from/\(name)"] + options, in: ends)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test(
    "A file gets its name back, whatever it holds, in any form",
    arguments: [1, 1000, 1 << 20, 3_000_000], [[], ["--binary"], ["--max-chars", "60000"]])
  func whole(size: Int, form: [String]) throws {
    try withEnds { ends in
      let bytes = noise(size)
      let message = try send(bytes, as: "photo.jpg", ends, form)
      let outcome = try ends.bob.run(["decrypt"], in: ends, input: message)
      #expect(outcome.status == 0 && outcome.output == [], "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("from alice, message 1: a file of "))
      #expect(outcome.errors.hasSuffix(", saved as photo.jpg\n"))
      #expect(try readFile("\(ends.directory)/photo.jpg") == bytes)
      #expect(try Disk().list("\(ends.bob.vault)/spool") == [])
    }
  }

  @Test("Text stays text, exact to the byte, however long it is and wherever it comes from")
  func text() throws {
    try withEnds { ends in
      let text = Array(String(repeating: "Grüße, \u{1B}[31m你好\r\n\0", count: 100_000).utf8)
      let message = try ends.alice.run(["encrypt", "bob"], bytes: text).output
      let outcome = try ends.bob.run(["decrypt"], bytes: message)
      #expect(outcome.output == text && outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("A file never replaces another unasked, and never goes through a link or to a device")
  func inTheWay() throws {
    try withEnds { ends in
      let message = try send(noise(500), as: "photo.jpg", ends)
      let path = "\(ends.directory)/photo.jpg"
      try "mine\n".save(at: path)
      let refused = try ends.bob.run(["decrypt", "-q"], in: ends, input: message)
      #expect(refused.status == 73)
      #expect(refused.errors.hasPrefix("error: photo.jpg: File exists\n"), "\(refused.errors)")
      #expect(try readFile(path) == Array("mine\n".utf8))
      try Disk().remove(path)
      try "mine\n".save(at: "\(ends.directory)/goal")
      symlink("goal", path)
      for force in [[], ["--force"]] {
        let refused = try ends.bob.run(["decrypt", "-q"] + force, in: ends, input: message)
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("error: photo.jpg is not an ordinary file\n"))
      }
      #expect(try readFile("\(ends.directory)/goal") == Array("mine\n".utf8))
      for goal in ["/dev/null", ends.directory] {
        #expect(try ends.bob.run(["decrypt", "-o", goal], in: ends, input: message).status == 73)
      }
      try Disk().remove(path)
      try "old\n".save(at: path)
      let forced = try ends.bob.run(["decrypt", "--force"], in: ends, input: message)
      #expect(forced.status == 0, "\(forced.errors)")
      #expect(try readFile(path).count == 500)
      let names = try Disk().list(ends.directory).sorted()
      #expect(!names.contains { $0.hasSuffix(".part") })
    }
  }

  @Test(
    "A decrypt that is killed leaves nothing of what it had written",
    arguments: [[], ["--force"]])
  func killed(force: [String]) throws {
    try withEnds { ends in
      let message = try send(noise(300_000), as: "photo.jpg", ends)
      try writeFile("\(ends.directory)/message", message)
      let goal = "\(ends.directory)/out"
      if !force.isEmpty { try "old\n".save(at: goal) }
      let command = ["decrypt", "-o", goal] + force
      try kill(ends.bob, at: "linkat,rename,renameat2", command + ["\(ends.directory)/message"])
      let left = try Disk().list(ends.directory).filter { $0.hasPrefix("out") }
      #expect(left == (force.isEmpty ? [] : ["out"]))
      if !force.isEmpty { #expect(try readFile(goal) == Array("old\n".utf8)) }
      let again = try ends.bob.run(command, bytes: message)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try readFile(goal).count == 300_000)
    }
  }

  @Test("A generate that is killed leaves nothing of what it had written")
  func killedGenerate() throws {
    try withEnds { ends in
      let command = ["generate", "--size", "64K", "-o", "\(ends.directory)/material"]
      try kill(ends.bob, at: "linkat,renameat2", command)
      #expect(try !Disk().list(ends.directory).contains { $0.hasPrefix("material") })
      try ends.bob.succeed(command)
    }
  }

  /// Kills a command when its file is whole and is about to get its name.
  private func kill(_ end: End, at calls: String, _ command: [String]) throws {
    let outcome = try Program("strace").run(
      [
        "-f", "-o", "/dev/null", "-e", "trace=\(calls)",
        "-e", "inject=\(calls):signal=SIGKILL:when=1", End.program.name,
      ] + command, environment: end.environment)
    #expect(outcome.status == 128 + Int(SIGKILL), "\(outcome.errors)")
  }

  @Test(
    "A harmful name is not used, and costs nothing",
    arguments: [".profile", "-rf", "a\u{202E}b", "a\nb"])
  func harmful(name: String) throws {
    try withEnds { ends in
      let bytes = noise(300)
      let message = try send(bytes, as: name, ends)
      let before = try snapshot(ends.bob.vault)
      let refused = try ends.bob.run(["decrypt"], in: ends, input: message)
      #expect(refused.status == 65)
      #expect(
        refused.errors == """
          error: the name of this file from alice cannot be used here
          hint: choose one: vernam decrypt -o FILE

          """)
      #expect(try snapshot(ends.bob.vault) == before)
      let named = try ends.bob.run(["decrypt", "-o", "safe"], in: ends, input: message)
      #expect(named.status == 0, "\(named.errors)")
      #expect(try readFile("\(ends.directory)/safe") == bytes)
    }
  }

  @Test("Data from a pipe has no name, and goes where -o says")
  func pipe() throws {
    try withEnds { ends in
      let bytes = noise(2_500_000)
      let message = try ends.alice.run(["encrypt", "bob", "--binary"], bytes: bytes).output
      #expect(try ends.bob.run(["decrypt"], bytes: message).status == 65)
      #expect(try ends.bob.run(["decrypt", "-o", "-"], bytes: message).output == bytes)
      #expect(try ends.bob.run(["decrypt", "-o", "-"], bytes: message).status == 65)
    }
  }

  @Test("A packet is built in its output file")
  func binaryFile() throws {
    try withEnds { ends in
      let bytes = noise(2_000_000)
      _ = try send(bytes, as: "film", ends, ["--binary", "-o", "packet"])
      #expect(try readFile("\(ends.directory)/packet").count > bytes.count)
      let outcome = try ends.bob.run(["decrypt", "packet"], in: ends)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try readFile("\(ends.directory)/film") == bytes)
    }
  }

  @Test("A sender is warned if the file's name will be refused", arguments: [".hidden", "plain"])
  func sentName(_ name: String) throws {
    try withEnds { ends in
      let path = "\(ends.directory)/\(name)"
      try writeFile(path, noise(300))
      let outcome = try ends.alice.run(["encrypt", "bob", path])
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.contains("warning: the other computer cannot use this file's name")
          == name.hasPrefix("."))
    }
  }

  @Test("A name of the greatest possible length is restored", arguments: [240, 255])
  func longestName(bytes: Int) throws {
    try withEnds { ends in
      let name = "x" + String(repeating: "ü", count: bytes / 2 - 1) + (bytes % 2 == 0 ? "y" : "yz")
      #expect(name.utf8.count == bytes)
      try Disk().createDirectory("\(ends.directory)/from")
      let path = "\(ends.directory)/from/\(name)"
      try writeFile(path, noise(3000))
      let message = try ends.alice.succeed(["encrypt", "bob", path])
      #expect(try ends.bob.run(["decrypt"], in: ends, input: Array(message.utf8)).status == 0)
      #expect(try readFile("\(ends.directory)/\(name)") == readFile(path))
    }
  }

  @Test("A dry run says what a message would cost, and spends nothing")
  func dryRun() throws {
    try withEnds { ends in
      let before = try snapshot(ends.alice.vault)
      let told = try ends.alice.succeed(["encrypt", "bob", "--dry-run"], input: "short\n")
      #expect(
        told == """
          bob: uses 256 bytes of pad and leaves 6291200 (6.00 MiB), about 24575 short messages
          each message: 400 characters

          """)
      let parts = try ends.alice.succeed(
        ["encrypt", "bob", "--dry-run", "--max-chars", "160"], input: "short\n")
      #expect(parts.hasSuffix("each message: 591 characters in 4 parts\n"), "\(parts)")
      #expect(try snapshot(ends.alice.vault) == before)
      let message = try ends.alice.write("short\n")
      #expect(message.utf8.count == 400)
      let status = try ends.alice.status().text
      #expect(status.contains("\"left\":6291200"))
    }
  }

  @Test("A dry run warns if the pad would be low afterwards")
  func low() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let text = String(repeating: "x", count: 15_000)
      let outcome = try ends.alice.run(["encrypt", "bob", "--dry-run"], input: text)
      #expect(outcome.errors.hasPrefix("warning: bob's pad would be running low: "))
    }
  }

  @Test("A message that uses up its pad says so")
  func usedUp() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1K")
      _ = try ends.alice.write("one\n")
      let would = try ends.alice.run(["encrypt", "bob", "--dry-run"], input: "two\n").errors
      let last = try ends.alice.run(["encrypt", "bob"], input: "two\n")
      let next = "used up: meet and run \"vernam pair bob\" before the next message\n"
      #expect(would == "warning: bob's pad would be " + next)
      #expect(last.status == 0 && last.errors == "warning: bob's pad is " + next)
      #expect(try ends.alice.run(["encrypt", "bob"], input: "three\n").status == 69)
    }
  }
}

extension End {
  /// Runs the program in the directory that holds both ends.
  fileprivate func run(
    _ arguments: [String], in ends: TwoEnds, input: [UInt8] = []
  ) throws -> Program.Outcome {
    let line = "cd \"$0\" && exec \"$@\""
    return try Program("sh").run(
      ["-c", line, ends.directory, End.program.name] + arguments, input: input,
      environment: environment)
  }
}

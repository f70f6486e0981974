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

  @Test("For decrypt, - is standard input")
  func standardInput() throws {
    try withEnds { ends in
      let outcome = try ends.bob.run(["decrypt", "-"], input: ends.alice.write("hello\n"))
      #expect(outcome.status == 0 && outcome.text == "hello\n", "\(outcome.errors)")
    }
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
      #expect(
        refused.errors.hasPrefix("error: photo.jpg: a file with this name already exists\n"),
        "\(refused.errors)")
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

  @Test("A file that is there already, with the same contents, is left as it is, and that is said")
  func same() throws {
    try withEnds { ends in
      let bytes = noise(500)
      let message = try send(bytes, as: "photo.jpg", ends)
      let path = "\(ends.directory)/photo.jpg"
      try writeFile(path, bytes)
      let inode = try Disk().attributes(at: path)?.inode
      let outcome = try ends.bob.run(["decrypt"], in: ends, input: message)
      #expect(
        outcome.errors.hasSuffix(": a file of 500 B, which you already have as photo.jpg\n"),
        "\(outcome.errors)")
      #expect(try Disk().attributes(at: path)?.inode == inode)
    }
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
          error: what alice sent has no name that can be used here
          hint: choose one: vernam decrypt -o FILE (-o - prints it)

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

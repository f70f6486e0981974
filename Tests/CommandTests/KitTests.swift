import Primitives
import System
import TestSupport
import Testing

/// Fixtures/Kit: each file has one verdict, for every reader (Fixtures/Kit/README.md).
@Suite("The test kit")
struct KitTests {
  private static let script = "\(Fixtures.root)/Tests/CommandTests/kit.py"

  @Test("The reader made from the manual agrees with every verdict")
  func independentReader() throws {
    let outcome = try Program("python3").run([KitTests.script, "run", Fixtures.path("Kit")])
    #expect(outcome.status == 0, "\(outcome.lastFirst)")
  }

  @Test("A verdict that is not the reader's is named")
  func differs() throws {
    try withTemporaryDirectory { directory in
      try KitTests.make("\(directory)/kit")
      let path = "\(directory)/kit/messages/armor-plain"
      let message = try Message(name: "armor-plain")
      try Disk().remove(path)
      try writeFile(path, Array("expect: damaged\n\n".utf8) + message.input)
      let outcome = try Program("python3").run([KitTests.script, "run", "\(directory)/kit"])
      #expect(outcome.status == 1)
      #expect(outcome.text.contains("armor-plain: "), "\(outcome.lastFirst)")
    }
  }

  @Test("Its files are those that the generator makes")
  func isReproducible() throws {
    try withTemporaryDirectory { directory in
      try KitTests.make("\(directory)/kit")
      for folder in ["messages", "carried", "pairing"] {
        let names = try Disk().list("\(directory)/kit/\(folder)").sorted()
        #expect(try Fixtures.list("Kit/\(folder)") == names)
        for name in names {
          let made = try readFile("\(directory)/kit/\(folder)/\(name)")
          #expect(try readFile(Fixtures.path("Kit/\(folder)/\(name)")) == made, "\(name)")
        }
      }
      #expect(try readFile(Fixtures.path("Kit/pad")) == readFile("\(directory)/kit/pad"))
    }
  }

  @Test("The program agrees with each message", arguments: try Fixtures.list("Kit/messages"))
  func message(name: String) throws {
    let message = try Message(name: name)
    try withTemporaryDirectory { directory in
      let end = End(directory, "taker", peer: "author")
      try end.takeIn(try readFile(Fixtures.path("Kit/pad")), in: directory)
      try Disk().createDirectory("\(directory)/here")
      let outcome = try end.decrypt(message.input, in: "\(directory)/here")
      try message.check(outcome, end: end, directory: "\(directory)/here")
    }
  }

  @Test("The program agrees with each carried file", arguments: try CarriedFile.all())
  func carried(file: CarriedFile) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "taker", peer: "author")
      let bytes = try readFile(Fixtures.path("Kit/carried/\(file.name)"))
      try end.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/copy", bytes)
      var arguments = ["pair", "author", "--from", "\(directory)/copy"]
      if let passphrase = file.passphrase {
        try writeFile("\(directory)/passphrase", Array("\(passphrase)\n".utf8))
        arguments += ["--carry-passphrase-file", "\(directory)/passphrase"]
      }
      let outcome = try end.run(arguments)
      #expect(outcome.status == file.status, "\(outcome.errors)")
      if let id = file.id {
        #expect(try end.status().text.contains("\"id\":\"\(id)\""))
      } else {
        #expect(try readFile("\(directory)/copy") == bytes)
        #expect(try end.succeed(["contacts"]).isEmpty)
      }
    }
  }

  private static func make(_ directory: String) throws {
    let outcome = try Program("python3").run([script, "make", directory])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }
}

extension KitTests {
  /// One of the messages, with its verdict.
  struct Message {
    let fields: [String: String]
    let input: [UInt8]

    init(name: String) throws {
      let file = try KitFile("messages/\(name)")
      (fields, input) = (file.fields, file.input)
    }

    /// Checks what `decrypt` said to it in `directory`, where it stores files.
    func check(_ outcome: Program.Outcome, end: End, directory: String) throws {
      let verdict = try #require(fields["expect"])
      if verdict == "read" { return try checkRead(outcome, end: end, directory: directory) }
      let said = Message.errors.first { $0.words.contains { outcome.errors.contains($0) } }
      #expect(said?.verdict == verdict, "\(outcome.errors)")
      #expect(outcome.status == (verdict == "incomplete" ? 75 : 65), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(try Disk().list(directory).isEmpty)
    }

    private func checkRead(
      _ outcome: Program.Outcome, end: End, directory: String
    ) throws {
      var (outcome, content) = (outcome, outcome.output)
      if let name = fields["name"] {
        #expect(try Disk().list(directory) == [name])
        content = try readFile("\(directory)/\(name)")
      } else if fields["name-usable"] == "no" {
        #expect(outcome.status == 65)
        #expect(
          outcome.errors.contains("what author sent has no name that can be used here"),
          "\(outcome.errors)")
        #expect(try Disk().list(directory).isEmpty)
        outcome = try end.run(["decrypt", "-o", "-"], bytes: input)
        content = outcome.output
      }
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(SHA256.hash(content.span).hexadecimal == fields["content-sha256"])
    }

    /// What the program says for each verdict, since exit status 65 does not tell them apart. Errors
    /// of those that come first may hold words of the last one.
    private static let errors: [(verdict: String, words: [String])] = [
      ("foreign", ["none of your pads can open", "is your own message"]),
      ("unreadable", ["is genuine, but cannot be read"]),
      ("unknown", ["does not know messages of this kind"]),
      ("damaged", ["the end of", "the beginning of"]),
      ("incomplete", [" is missing", " are missing"]),
      (
        "damaged",
        [
          "is damaged", "has lost some letters", "are not from the same message",
          "there is nothing to read",
        ]
      ),
    ]
  }

  /// One of the carried files, with its verdict.
  struct CarriedFile: CustomTestStringConvertible {
    let name: String
    let passphrase: String?
    /// Of the pad, if it is taken in.
    let id: String?
    let status: Int

    var testDescription: String { name }

    static func all() throws -> [CarriedFile] {
      let groups = try Fixtures.text("Kit/carried/verdicts").split(separator: "\n\n")
      return try groups.map { try CarriedFile(KitFile.fields(String($0))) }
    }

    private init(_ fields: [String: String]) throws {
      name = try #require(fields["file"])
      passphrase = fields["passphrase"]
      id = fields["id"]
      let statuses = ["taken": 0, "refused": 65, "locked": 77, "newer": 78]
      status = try #require(fields["expect"].flatMap { statuses[$0] })
    }
  }
}

extension End {
  /// Makes the vault, and takes a carried file with these bytes in.
  fileprivate func takeIn(_ carried: [UInt8], in directory: String) throws {
    try succeed(["init", "--no-passphrase"])
    try writeFile("\(directory)/carried", carried)
    try succeed(["pair", peer, "--from", "\(directory)/carried"])
  }

  /// Decrypts in `directory`, where files are stored.
  fileprivate func decrypt(_ input: [UInt8], in directory: String) throws -> Program.Outcome {
    try Program("env").run(
      ["-C", directory, End.program.name, "decrypt"], input: input, environment: environment)
  }
}

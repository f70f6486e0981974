import System
import TestSupport
import Testing

@Suite("A message that is longer than the screen")
struct AttachmentTests {
  @Test("goes into a file beside the one that is sent, with a number if the name is taken")
  func besideFile() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      let bytes = KernelRandomness().bytes(5000)
      try writeFile("\(directory)/photo.jpg", bytes)
      for (number, name) in ["photo.jpg.vernam", "photo.jpg.2.vernam"].enumerated() {
        let line = "cd '\(directory)' && vernam encrypt bob photo.jpg"
        let shown = try ends.alice.onScreen(line, 80, 24)
        #expect(shown.status == 0)
        let text = shown.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
          text.contains(
            "Message \(number + 1) to bob is the encrypted file \(name) (11.3 KiB). Attach it to an "
              + "email; bob reads it with \"vernam decrypt \(name)\"."),
          "\(text)")
        let exists = "photo.jpg.vernam already exists and stays as it is. Message 2 to bob"
        #expect(text.contains(exists) == (number == 1), "\(text)")
        #expect(!shown.text.contains("This is a vernam message"))
        let message = try readFile("\(directory)/\(name)")
        let read = try ends.bob.run(["decrypt", "-o", "\(directory)/\(name).out"], bytes: message)
        #expect(read.status == 0, "\(read.errors)")
        #expect(try readFile("\(directory)/\(name).out") == bytes)
      }
    }
  }

  @Test("goes into a file on a narrow screen, where its lines wrap, but not on a wide one")
  func narrow() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      try String(repeating: "a line\n", count: 40).save(at: "\(directory)/text")
      let line = "cd '\(directory)' && vernam encrypt bob text"
      for (columns, isInFile) in [(80, false), (40, true)] {
        let shown = try ends.alice.onScreen(line, columns, 24)
        #expect(shown.text.contains("This is a vernam message") != isInFile, "\(shown.text)")
        let names = try Disk().list(directory)
        #expect(names.contains { $0.hasSuffix(".vernam") } == isInFile)
        let words = shown.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let place = "Message 2 to bob is too long for this screen: it is in /"
        #expect(words.contains(place) == isInFile, "\(shown.text)")
      }
    }
  }

  @Test(
    "goes into the file of -o, which is said at a terminal unless --quiet forbids it",
    arguments: [("", true), ("--quiet", false), ("2>errors", false)])
  func written(option: String, isSaid: Bool) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "a line\n".save(at: "\(directory)/text")
      let line = "cd '\(directory)' && vernam encrypt bob text -o out \(option)"
      let shown = try ends.alice.onScreen(line, 80, 24)
      #expect(shown.status == 0 && shown.text == (isSaid ? "Message 1 to bob is in out.\r\n" : ""))
      if option == "2>errors" { #expect(try readFile("\(directory)/errors") == []) }
      try ends.bob.succeed(["decrypt", "\(directory)/out"])
    }
  }

  @Test(
    "is printed if it fits, if that is asked for, or if it goes to a pipe",
    arguments: [(200, "-o -", ""), (10, "", ""), (200, "", "| cat")])
  func printed(lines: Int, option: String, pipe: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      try String(repeating: "a line\n", count: lines).save(at: "\(directory)/text")
      let line = "cd '\(directory)' && vernam encrypt bob \(option) text \(pipe)"
      let shown = try ends.alice.onScreen(line, 80, 24)
      #expect(shown.text.contains("This is a vernam message"), "\(shown.text)")
      #expect(try !Disk().list(directory).contains { $0.hasSuffix(".vernam") })
    }
  }
}

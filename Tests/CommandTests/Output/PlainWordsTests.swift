import Doctor
import System
import TestSupport
import Testing

@testable import Wording
@testable import vernam

@Suite("What is said in plain words")
struct PlainWordsTests {
  @Test("Two numbers in a row are joined by \"and\", more of them by \"to\"")
  func numbers() {
    #expect(MessageNumbers.namedList([7..<9, 10..<13]) == "messages 7, 8 and 10 to 12")
    #expect(MessageNumbers.list([7..<8, 9..<11, 12..<13]) == "7, 9, 10 and 12")
    #expect(MessageNumbers.list([7..<10]) == "7 to 9")
    #expect(NumberList("line", [3, 4]).description == "lines 3 and 4")
    #expect(NumberList("line", [3, 5, 6, 8, 9, 10]).description == "lines 3, 5, 6 and 8 to 10")
  }

  @Test(
    "A file that is not there is named, unless its name may be a message",
    arguments: [
      ("foto.jpg", true), ("nowhere/foto", true), ("hello", false), ("noon.", false),
      ("see you at noon.ok", false),
    ])
  func missingFile(_ path: String, _ isPlain: Bool) throws {
    let error = SystemError("open", path, code: SystemError.notFound)
    #expect(try #require(MissingFile(error)).isPlain == isPlain)
    #expect(MissingFile(SystemError("open", path, code: SystemError.isDirectory)) == nil)
  }

  @Test("A single word that may be the message is not repeated")
  func singleWord() throws {
    try withTemporaryDirectory { directory in
      let outcome = try TwoEnds(in: directory).alice.run(["encrypt", "bob", "midnight"])
      #expect(outcome.errors.hasPrefix("error: there is no file of that name\n"))
      #expect(!outcome.errors.contains("midnight"))
    }
  }

  @Test("One pad to destroy is named by eight digits")
  func forgotten() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let id = try #require(try Disk().list("\(ends.alice.vault)/pads").first)
      let outcome = try ends.alice.run(["forget", id, "--yes"])
      #expect(
        outcome.errors.hasPrefix(
          "destroyed bob's pad \(id.prefix(8)); bob's computer may still hold it: "
            + "run \"vernam forget \(id.prefix(8))\" there, too"),
        "\(outcome.errors)")
    }
  }

  private static let choices = """

      y  yes, or not sure: you can still read, but never send on these pads again
      n  no: you can read and send here as before
    Type y or n (Enter means y):
    """

  @Test("The question of adopt says since when, and an empty answer is the safe one")
  func adoption() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      let screen = try ends.alice.playTerminal(
        80, 24, "vernam adopt", ["expect (Enter means y):", "send \\n", "expect ended 0"])
      #expect(
        screen.contains(
          "\nWas any message encrypted or sent, here or on the old computer, after this copy"
            + "\nor backup was made, even one that did not arrive?"
            + PlainWordsTests.choices), "\(screen)")
      #expect(try ends.alice.run(["encrypt", "bob"], input: "x\n").status == 78)
    }
  }

  @Test("If nothing was copied as far as adopt can see, it asks whether something was")
  func adoptionWithoutCopy() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      removeTree("\(directory)/alice.state")
      let screen = try ends.alice.playTerminal(
        80, 24, "vernam adopt",
        [
          "expect (Enter means y):", "send maybe\\n", "expect maybe\nType y or n", "send n\\n",
          "expect ended 0",
        ])
      #expect(
        screen.contains(
          "Was any message encrypted or sent with another copy of this vault, or, if this"
            + "\nis a restored backup, after the backup was made, even one that did not arrive?"
            + PlainWordsTests.choices), "\(screen)")
      #expect(try ends.bob.read(ends.alice.write("goes on\n")) == "goes on\n")
    }
  }

  @Test("The doctor says what a check means for a person")
  func doctor() {
    #expect(
      MemoryFact.isNotDumped.wording.text
        == "if vernam crashes, Linux writes no copy of its memory to the disk")
    #expect(
      MemoryFact.keyringWorks.wording.text
        == "\"vernam unlock\" works here: Linux can remember the key for a while")
  }
}

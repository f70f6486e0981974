import Codec
import System
import TestSupport
import Testing

@Suite("Many messages that cannot be read")
struct ForeignMessageTests {
  /// Armored messages between other people, of `size` bytes each.
  private func foreign(_ count: Int, of size: Int) -> [String] {
    let seeded = Seeded()
    return (0..<count).map { _ in
      String(decoding: Armor.write(seeded.bytes(size).span), as: UTF8.self)
    }
  }

  @Test(
    "2,500 for others cost a few lines, and hide neither our own nor the exit status",
    arguments: [120, 376])
  func many(size: Int) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for number in 1..<30 {
        let file = "\(directory)/\(number)"
        try ends.alice.succeed(["pair", "contact \(number)", "--carry", file, "--size", "26K"])
      }
      let others = foreign(2500, of: size)
      let own = try ends.bob.write("for alice\n")
      let text = others.prefix(1200).joined() + own + others.dropFirst(1200).joined()
      let outcome = try ends.alice.run(["decrypt"], input: text)
      #expect(outcome.text == "for alice\n")
      #expect(outcome.status == 65)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count <= 20, "\(outcome.errors.prefix(2000))")
      let what =
        "none of your pads can open this: it is for somebody else, damaged, or not a vernam message"
      #expect(lines.count { $0.contains(" of these messages: ") && $0.hasSuffix(what) } == 3)
      #expect(lines.contains("from bob, message 2:"))
      #expect(lines.last == "and 2497 more messages that none of your pads can open")
    }
  }

  @Test("Each kind of failure is counted separately")
  func kinds() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let own = try (0..<5).map { try ends.alice.write("mine \($0)\n") }
      let read = try (0..<4).map { try ends.bob.write("read \($0)\n") }
      try ends.alice.read(read.joined())
      let outcome = try ends.alice.run(
        ["decrypt"], input: (own + foreign(2, of: 120) + read).joined())
      #expect(outcome.status == 65 && outcome.text == "")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("error: ") } == 3 + 2 + 3)
      #expect(
        lines.suffix(2) == [
          "and 2 more messages are your own", "and 1 more message was already read",
        ])
      #expect(lines.contains("error: the 1st of these messages: this is your own message to bob"))
    }
  }

  @Test("What a reply quotes, own messages and those read before, is no failure of the reply")
  func quoted() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let question = try ends.bob.write("At nine?\n")
      try ends.alice.read(question)
      let early = try ends.bob.write("Or at ten?\n")
      try ends.alice.read(early)
      let answer = try ends.alice.write("At nine.\n")
      try ends.bob.read(answer)
      let reply = try ends.bob.write("Fine.\n")
      let outcome = try ends.alice.run(["decrypt"], input: reply + answer + early + question)
      #expect(outcome.status == 0)
      #expect(outcome.text == "Fine.\n")
      #expect(
        outcome.errors == """
          from bob, message 4:
          and 1 more message is your own
          and 2 more messages were already read

          """)
      let again = try ends.alice.run(["decrypt", "-q"], input: answer + question)
      #expect(again.status == 65)
      let late = try ends.bob.write("Sorry, at eight.\n")
      let mixed = try ends.alice.run(
        ["decrypt"], input: question + late + foreign(1, of: 120).joined())
      #expect(mixed.status == 65)
      #expect(mixed.text == "Sorry, at eight.\n")
      #expect(mixed.errors.contains("error: the 3rd of these messages: none of your pads"))
      #expect(!mixed.errors.contains("error: 1st"))
    }
  }
}

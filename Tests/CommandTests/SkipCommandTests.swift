import Codec
import Pad
import TestSupport
import Testing

@Suite("vernam skip")
struct SkipCommandTests {
  @Test("It says how many messages were given up, and they are refused afterwards")
  func givesUp() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let lost = try (0..<3).map { try ends.bob.write("lost \($0)\n") }
      try ends.alice.read(ends.bob.write("arrived\n"))
      let outcome = try ends.alice.run(["skip", "bob", "--yes"])
      #expect(outcome.errors == "skipped 3 missing messages from bob: 768 B of pad destroyed\n")
      #expect(outcome.status == 0 && outcome.output == [])
      let late = try ends.alice.run(["decrypt"], input: lost[1])
      #expect(
        late.errors == """
          error: you have already read or skipped this message from bob
          hint: it cannot be shown again; ask bob to write it again, as a new message

          """)
      #expect(late.status == 65)
      let again = try ends.alice.run(["skip", "bob"])
      #expect(again.errors == "no message from bob is missing\n" && again.status == 0)
    }
  }

  @Test("Its question agrees with how many messages are missing")
  func counts() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      _ = try ends.bob.write("lost\n")
      try ends.alice.read(ends.bob.write("arrived\n"))
      let screen = try ends.alice.playTerminal(
        80, 24, "vernam skip bob", ["expect [y/N]", "send n\\n", "expect ended 77"])
      let text = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains(
          "Skip message 2 from bob? You can never read it after that, even if it comes. Later "
            + "messages can still be read. If you use vernam chat, first save the files that it "
            + "offers. [y/N]"), "\(text)")
    }
  }

  @Test("Its question says that all missing messages are given up together")
  func together() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for number in 2...3 { _ = try ends.bob.write("lost \(number)\n") }
      try ends.alice.read(ends.bob.write("arrived\n"))
      let screen = try ends.alice.playTerminal(
        80, 24, "vernam skip bob", ["expect [y/N]", "send n\\n", "expect ended 77"])
      let text = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains(
          "Skip messages 2 and 3 from bob? You can never read any of them after that, even if "
            + "they come; you cannot skip only some. Later messages can still be read. If you use "
            + "vernam chat, first save the files that it offers. [y/N]"),
        "\(text)")
    }
  }

  @Test("If no message is missing, it says how much older pad it destroys")
  func olderPad() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try writeFile("\(directory)/packet", try laterPacket(of: ends))
      try ends.alice.succeed(["decrypt", "\(directory)/packet"])
      let screen = try ends.alice.playTerminal(
        80, 24, "vernam skip bob", ["expect [y/N]", "send n\\n", "expect ended 77"])
      let text = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains(
          "No message from bob is missing. Destroy 1.00 KiB of older pad that no message used? [y/N]"
        ), "\(text)")
      let outcome = try ends.alice.run(["skip", "bob", "--yes"])
      #expect(outcome.errors == "no message from bob is missing: 1.00 KiB of pad destroyed\n")
      #expect(try ends.alice.run(["skip", "bob"]).errors == "no message from bob is missing\n")
    }
  }

  /// Bob's second message, made by a program that left out four chunks before it, as one does that
  /// was stopped before it sent anything.
  private func laterPacket(of ends: TwoEnds) throws -> [UInt8] {
    let (chunk, lane) = (5, 1)
    let start = TwoEnds.materialOffset + PadShape.headerKeysBytes + lane * (16 << 10) + chunk * 256
    let keys = TwoEnds.materialOffset + lane * 32
    return ReferencePacket.seal(
      BodyHead(kind: .text, peerSeen: 0, previousEnd: chunk, sentBefore: 1), Array("hi\n".utf8),
      slice: Array(ends.carried[start..<start + 256]),
      at: PacketPosition(padID: Array(ends.carried[20..<36]), lane: lane, chunk: chunk),
      headerKey: Array(ends.carried[keys..<keys + 32]))
  }

  @Test("Without a terminal it needs --yes")
  func asks() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let lost = try ends.bob.write("lost\n")
      try ends.alice.read(ends.bob.write("arrived\n"))
      let before = try snapshot(ends.alice.vault)
      let outcome = try ends.alice.run(["skip", "bob"], input: "y\n")
      #expect(
        outcome.errors == """
          error: vernam needs a terminal to ask whether to skip messages from bob
          hint: add --yes to answer yes

          """)
      #expect(outcome.status == 64)
      #expect(try snapshot(ends.alice.vault) == before)
      #expect(try ends.alice.read(lost) == "lost\n")
    }
  }

  @Test("An unknown name is an error")
  func unknown() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(["skip", "carol", "--yes"])
      #expect(outcome.errors.hasPrefix("error: there is no contact carol\nhint: "))
      #expect(outcome.status == 64)
    }
  }
}

import Testing

@testable import vernam

@Suite("Keys in a conversation")
struct ChatKeyTests {
  private func keys(_ typed: String) -> [ChatKey] {
    var decoder = ChatKeyDecoder()
    return typed.utf8.flatMap { decoder.take($0) }
  }

  /// The same text byte by byte.
  private func bytes(_ text: String) -> [ChatKey] { text.utf8.map(ChatKey.byte) }

  @Test(
    "are those of the usual terminals",
    arguments: [
      ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace), ("\u{8}", .backspace),
      ("\u{17}", .deleteWord), ("\u{15}", .deleteLine), ("\u{1}", .home), ("\u{5}", .end),
      ("\u{3}", .interrupt), ("\u{4}", .endOfInput), ("\u{1A}", .suspend), ("\u{C}", .redraw),
      ("\u{B}", .deleteToEnd), (" ", .byte(0x20)), ("\u{1B}\r", .newLine), ("\u{1B}\n", .newLine),
      ("\u{1B}[D", .left), ("\u{1B}OD", .left), ("\u{1B}[C", .right), ("\u{1B}OC", .right),
      ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
      ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
      ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
      ("\u{1B}[1;5D", .wordLeft), ("\u{1B}b", .wordLeft), ("\u{1B}[1;3C", .wordRight),
      ("\u{1B}f", .wordRight), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
      ("\u{1B}[6~", .pageDown),
      ("\t", .complete), ("\u{1B}[13;2u", .newLine), ("\u{1B}[27;2;13~", .newLine),
    ] as [(String, ChatKey)])
  func key(_ typed: String, _ key: ChatKey) {
    #expect(keys("a" + typed + "b") == [.byte(0x61), key, .byte(0x62)])
  }

  @Test(
    "that mean nothing here add nothing",
    arguments: ["\u{0}", "\u{2}", "\u{1D}", "\u{1F}"])
  func controls(_ typed: String) { #expect(keys(typed) == []) }

  @Test(
    "of other sequences add nothing",
    arguments: ["\u{1B}[1;2B", "\u{1B}[1;9C", "\u{1B}OP", "\u{1B}[15~", "\u{1B}[<0;10;20M"])
  func otherSequences(_ typed: String) { #expect(keys(typed + "a") == bytes("a")) }

  @Test(
    "after a lone Esc, or inside half a sequence, are not lost",
    arguments: [
      ("\u{1B}a", "a"), ("\u{1B}\u{E4}", "\u{E4}"), ("\u{1B}\u{1B}[Da", nil),
      ("\u{1B}[\u{E4}", "\u{E4}"), ("\u{1B}[1\u{1B}\u{1B}a", "a"),
    ] as [(String, String?)])
  func loneEscape(_ typed: String, _ text: String?) {
    #expect(keys(typed) == (text.map(bytes) ?? [.left] + bytes("a")))
  }

  @Test("Enter inside half a sequence is Enter")
  func enterInSequence() { #expect(keys("\u{1B}[1\r") == [.enter]) }

  @Test("A sequence without an end is given up")
  func longSequence() {
    let typed = "\u{1B}[" + String(repeating: "1", count: 100) + "a"
    let typedKeys = keys(typed)
    #expect(typedKeys.last == .byte(0x61))
    #expect(typedKeys.count > 50)
  }

  @Test(
    "Whatever was pasted is text, but for its end",
    arguments: [
      "plain", "\u{3}\u{4}\u{7F}\u{15}\u{1A}\u{0}", "\u{1B}", "\u{1B}\u{1B}[D\u{1B}[1;5C",
      "\u{1B}[200~", "\u{1B}[201", "\u{1B}[20\u{1B}[20", "red \u{1B}[31mred", "ä漢e\u{301}😀",
      "/quit", "a\u{1B}OHb",
    ])
  func pasted(_ text: String) {
    let typed = "a\u{1B}[200~\(text)\u{1B}[201~\u{7F}"
    #expect(keys(typed) == [.byte(0x61)] + bytes(text) + [.backspace])
  }

  @Test("A line end in a paste is one, in any of its three forms, and sends nothing")
  func pastedLines() {
    let typed = keys("\u{1B}[200~a\rb\nc\r\nd\r\r\n\u{1B}\re\u{1B}[201~\r")
    let newLine = ChatKey.newLine
    #expect(
      typed == bytes("a") + [newLine] + bytes("b") + [newLine] + bytes("c") + [newLine]
        + bytes("d") + [newLine, newLine, .byte(0x1B), newLine] + bytes("e") + [.enter])
  }

  @Test("A paste goes on over any number of reads")
  func state() {
    var decoder = ChatKeyDecoder()
    for byte in "\u{1B}[200~a".utf8 { _ = decoder.take(byte) }
    #expect(decoder.isPasting)
    for byte in "\u{1B}[201~".utf8 { _ = decoder.take(byte) }
    #expect(!decoder.isPasting)
  }
}

import Pad
import Testing

@testable import vernam

@Suite("A message that is being typed")
struct TypedMessageTests {
  private func text(_ message: borrowing TypedMessage) -> String {
    message.withText { String(decoding: $0.publicCopy, as: UTF8.self) }
  }

  /// Text with `|` for the cursor.
  private func shown(_ message: borrowing TypedMessage) -> String {
    let all = Array(text(message).utf8)
    let (before, after) = (all[..<message.cursor], all[message.cursor...])
    return String(decoding: before, as: UTF8.self) + "|" + String(decoding: after, as: UTF8.self)
  }

  private func type(_ text: String, _ message: inout TypedMessage) {
    for byte in text.utf8 { _ = message.insert(byte) }
  }

  private enum Step {
    case left, right, wordLeft, wordRight, home, end, backspace, delete, word, line, toEnd
    case text(String)
  }

  private func edit(_ text: String, _ steps: [Step]) -> String {
    var message = TypedMessage()
    type(text, &message)
    for step in steps {
      switch step {
      case .left: message.moveLeft()
      case .right: message.moveRight()
      case .wordLeft: message.moveWordLeft()
      case .wordRight: message.moveWordRight()
      case .home: message.moveHome()
      case .end: message.moveToEnd()
      case .backspace: message.backspace()
      case .delete: message.delete()
      case .word: message.deleteWord()
      case .line: message.deleteLine()
      case .toEnd: message.deleteToEnd()
      case .text(let text): type(text, &message)
      }
    }
    return shown(message)
  }

  @Test("is edited at its cursor, a character at a time")
  func characters() {
    #expect(edit("noon", []) == "noon|")
    #expect(edit("non", [.left, .text("o")]) == "noo|n")
    #expect(edit("noon", [.home, .text("at "), .end, .text("!")]) == "at noon!|")
    #expect(edit("a", [.left, .left, .backspace, .right, .right, .delete]) == "a|")
    #expect(edit("abc", [.left, .backspace]) == "a|c")
    #expect(edit("abc", [.home, .delete]) == "|bc")
    #expect(edit("one\ntwo", [.home, .left, .delete]) == "one|two")
    #expect(edit("one\ntwo", [.left, .home]) == "one\n|two")
    #expect(edit("one\ntwo", [.home, .left, .left, .home, .end]) == "one|\ntwo")
    #expect(edit("", [.backspace, .delete, .word, .line, .left, .right]) == "|")
  }

  @Test("moves over wide characters and marks, and erases them whole")
  func wide() {
    #expect(edit("z漢", [.left]) == "z|漢")
    #expect(edit("漢字", [.home, .right]) == "漢|字")
    #expect(edit("漢字", [.left, .backspace]) == "|字")
    #expect(edit("😀b", [.home, .delete]) == "|b")
    #expect(edit("ä", [.backspace]) == "|")
    #expect(edit("e\u{301}", [.backspace]) == "|")
    #expect(edit("e\u{301}x", [.left, .left]) == "|e\u{301}x")
    #expect(edit("e\u{301}x", [.home, .right]) == "e\u{301}|x")
    // A family, a skin colour, two flags, a heart with its selector.
    for emoji in ["👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "❤️"] {
      #expect(edit("a\(emoji)", [.backspace]) == "a|")
      #expect(edit("\(emoji)\(emoji)", [.left, .delete]) == "\(emoji)|")
    }
  }

  @Test("is crossed word by word, also over line ends and characters of several bytes")
  func words() {
    #expect(edit("one two", [.wordLeft]) == "one |two")
    #expect(edit("one  two ", [.wordLeft, .wordLeft, .wordLeft]) == "|one  two ")
    #expect(edit("zwölf\nein", [.wordLeft, .wordLeft, .wordRight]) == "zwölf|\nein")
    #expect(edit("zwölf\nein", [.home, .wordRight, .wordRight, .wordRight]) == "zwölf\nein|")
    #expect(edit("", [.wordLeft, .wordRight, .toEnd]) == "|")
  }

  @Test("loses a word, or all on one side of the cursor, and nothing else")
  func erasing() {
    #expect(edit("one two", [.word]) == "one |")
    #expect(edit("one two  ", [.word]) == "one |")
    #expect(edit("one\ntwo", [.word]) == "one\n|")
    #expect(edit("one two", [.left, .word]) == "one |o")
    #expect(edit("one two", [.left, .left, .line]) == "|wo")
    #expect(edit("   ", [.word]) == "|")
    #expect(edit("one two", [.wordLeft, .toEnd]) == "one |")
  }

  @Test("grows as needed up to a limit, and begins anew once it is taken")
  func growth() {
    var message = TypedMessage()
    let count = ChatActions.mostTextBytes
    for index in 0..<count where !message.insert(UInt8(truncatingIfNeeded: index % 251)) {
      Issue.record("no room for byte \(index)")
    }
    let isFull = !message.insert(0x61)
    #expect(isFull)
    let (filled, cursor) = (message.count, message.cursor)
    #expect(filled == count && cursor == count)
    let isWhole = message.withText { text in
      text.count == count && text.indices.allSatisfy { text[$0] == UInt8($0 % 251) }
    }
    #expect(isWhole)
    let taken = message.take().count
    #expect(taken == count)
    type("next", &message)
    let next = shown(message)
    #expect(next == "next|")
  }
}

import Exchange
import Pad
import System
import TestSupport
import Testing

@testable import vernam

@Suite("A conversation on a screen")
struct ChatPaintingTests {
  private func model(_ name: String = "bob", isASCII: Bool = false) -> ChatModel {
    ChatModel(name: name, isASCII: isASCII)
  }

  private func add(
    _ text: String, from speaker: Transcript.Speaker = .other, _ model: inout ChatModel
  ) {
    model.transcript.add(speaker, Array(text.utf8).span)
  }

  private func type(_ text: String, _ model: inout ChatModel) {
    for byte in text.utf8 { model.take(.byte(byte), rows: 24) }
  }

  @Test(
    "shows who is there, what was said, what became of it, and what is typed", arguments: [40, 80])
  func whole(_ columns: Int) throws {
    var model = model()
    (model.isHere, model.messagesLeft, model.waitingCount) = (true, 7, 2)
    model.transcript.note("bob is here.")
    add("Hello", &model)
    for number in 0...4 { add("message \(number)", from: .own(number), &model) }
    for event in [ConversationEvent.sent(1), .arrived(2), .passed(3), .removed(4, hasLeft: true)] {
      model.transcript.deliveries.follow(event)
    }
    type("well", &model)
    let screen = try PaintedScreen(&model, columns: columns, rows: 11)
    let head = columns == 80 ? "   7 messages left" : ""
    #expect(
      screen.rows == [
        " bob is here, 2 not arrived\(head)".padded(columns),
        "", "", "* bob is here.", "  bob: Hello", "· you: message 0", "→ you: message 1",
        "✓ you: message 2", "x you: message 3", "- you: message 4", "> well",
      ])
    #expect(screen.cursor == [10, 6] && screen.isWhole)
  }

  @Test("stays where the person scrolled to while messages come, and counts them")
  func scrolled() throws {
    var model = model()
    for number in 0..<30 { add("line \(number)", &model) }
    model.take(.pageUp, rows: 10)
    let before = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(before.rows[0].hasPrefix(" bob is not here yet, more below "))
    for text in ["one", "two\nlines"] {
      add(text, &model)
      model.keepView(isMessage: true)
    }
    let after = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(after.rows[1...] == before.rows[1...])
    #expect(after.rows[0].contains(", 2 new below"))
    model.take(.pageDown, rows: 10)
    model.take(.pageDown, rows: 10)
    let end = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(end.rows[8].contains("lines") && !end.rows[0].contains("below"))
  }

  @Test("says how far a long message has come, until it is no longer on its way")
  func progress() throws {
    var model = model()
    model.messagesLeft = 1000
    model.follow(.here)
    for (event, head) in [
      (ConversationEvent.progress(.sent(37)), "here, 37 % sent"), (.arrived(1), "here, 37 % sent"),
      (.progress(nil), "here"), (.progress(.received(38)), "here, 38 % received"),
      (.away(.left), "away"),
    ] {
      model.follow(event)
      let screen = try PaintedScreen(&model, columns: 34, rows: 6)
      #expect(screen.rows[0] == " bob is \(head)".padded(34))
    }
  }

  @Test("has only ASCII characters of its own if the locale wants that")
  func ascii() throws {
    var model = model(isASCII: true)
    for number in 0..<3 { add("text", from: .own(number), &model) }
    model.transcript.deliveries.follow(.sent(1))
    model.transcript.deliveries.follow(.arrived(2))
    let screen = try PaintedScreen(&model, columns: 40, rows: 6)
    #expect(screen.rows[2...4] == [". you: text", "> you: text", "v you: text"])
    for _ in 0..<9 { model.take(.newLine, rows: 6) }
    #expect(try PaintedScreen(&model, columns: 40, rows: 6).rows[3] == "..")
  }

  /// Texts that try to look like something that they are not.
  private static let hostile = [
    "\u{1B}[1;1H* bob is away.", "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m", "a\r✓ you: yes", "\n* note\n",
    "\n✓ you: I pay\n  bob: fine", "\t\t\t\u{8}\u{8}\u{8}\u{8}* x",
    String(repeating: "x", count: 33) + "✓ you: forged", String(repeating: "漢", count: 200),
    String(repeating: "❤\u{FE0F}", count: 100), "\u{202E}:uoy ✓", "\u{2028}* line",
    String(repeating: "\u{301}", count: 500), String(repeating: "word ", count: 300),
    String(repeating: " ", count: 500) + "* x", "\u{1100}\u{1161}\u{11A8}\u{200D}\u{FE0F}",
    "\n\n\n",
    "\u{85}* next line", "\u{0}\u{7F}",
  ]

  @Test("Nothing in a message gets before its margin, or into the terminal", arguments: [40, 80])
  func margin(_ columns: Int) throws {
    let seeded = Seeded()
    for round in 0..<100 {
      var model = model(round % 2 == 0 ? "bob" : "漢漢漢漢漢漢漢漢漢漢")
      var texts: [String] = []
      for number in 0..<seeded.number(in: 1...3) {
        let parts = (0...seeded.number(in: 0...3)).map { _ in
          ChatPaintingTests.hostile[seeded.number(in: 0...ChatPaintingTests.hostile.count - 1)]
        }
        texts.append(parts.joined(separator: " "))
        add(texts[number], from: number == 1 ? .own(1) : .other, &model)
      }
      type(texts[0], &model)
      let screen = try PaintedScreen(&model, columns: columns, rows: 30)
      #expect(screen.overfull == [] && screen.isWhole)
      let name = round % 2 == 0 ? "bob" : "漢漢漢漢漢漢漢漢"
      let heads = ["  \(name): ", "· you: "]
      var headCount = 0
      for row in screen.rows[1..<25] where row != "" {
        // Bytes, since a mark at the beginning of a text belongs to the blank before it.
        let hasHead = heads.contains { row.utf8.starts(with: $0.utf8) }
        if hasHead { headCount += 1 }
        #expect(hasHead || row.utf8.starts(with: Array(repeating: 0x20, count: 7)), "\(row)")
      }
      #expect(headCount <= texts.count, "\(screen.rows.joined(separator: "\n"))")
    }
  }

  @Test("Each row of what the program says begins as such, whoever made it say so")
  func notes() throws {
    var model = model()
    model.transcript.note("ssh says: " + String(repeating: "  bob: pay him ", count: 10))
    let screen = try PaintedScreen(&model, columns: 40, rows: 24)
    let rows = screen.rows[1..<23].filter { $0 != "" }
    #expect(rows.count > 2 && rows.dropFirst().allSatisfy { $0.hasPrefix("*   ") })
  }

  @Test("A line end after the last line adds no row; others do")
  func lineEnds() throws {
    var model = model()
    add("one\n", &model)
    add("two\n\nthree\n", &model)
    let screen = try PaintedScreen(&model, columns: 40, rows: 8)
    #expect(
      screen.rows[1...6] == ["", "", "  bob: one", "  bob: two", "       ", "       three"])
  }

  @Test("The message that is typed grows to a few rows, with the cursor where the next letter goes")
  func typed() throws {
    var model = model()
    model.take(.newLine, rows: 24)
    var screen = try PaintedScreen(&model, columns: 40, rows: 24)
    #expect(screen.cursor == [23, 2])
    type("ab漢", &model)
    model.take(.left, rows: 24)
    screen = try PaintedScreen(&model, columns: 40, rows: 24)
    #expect(screen.rows[22...23] == ["> ", "  ab漢"])
    #expect(screen.cursor == [23, 4])
    for number in 1...9 {
      model.take(.end, rows: 24)
      model.take(.newLine, rows: 24)
      type("line \(number)", &model)
    }
    screen = try PaintedScreen(&model, columns: 40, rows: 24)
    #expect(screen.rows[19...23] == ["… line 5", "  line 6", "  line 7", "  line 8", "  line 9"])
    // The rows stay where they are as long as the cursor is in one of them.
    for _ in 1...4 { model.take(.up, rows: 24) }
    screen = try PaintedScreen(&model, columns: 40, rows: 24)
    #expect(screen.rows[19] == "… line 5" && screen.cursor == [19, 8])
    for _ in 1...20 { model.take(.up, rows: 24) }
    screen = try PaintedScreen(&model, columns: 40, rows: 24)
    #expect(screen.rows[19...23] == ["> ", "  ab漢", "  line 1", "  line 2", "… line 3"])
    #expect(screen.cursor == [19, 2])
  }

  @Test("Scrolling shows what was said earlier, as far as it goes, and comes back")
  func scrolling() throws {
    var model = model()
    for number in 1...50 { add("line \(number)", &model) }
    var screen = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(screen.rows[1] == "  bob: line 43" && screen.rows[8] == "  bob: line 50")
    model.take(.pageUp, rows: 10)
    screen = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(screen.rows[8] == "  bob: line 46")
    for _ in 0..<30 { model.take(.pageUp, rows: 10) }
    screen = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(screen.rows[1] == "  bob: line 1" && screen.rows[8] == "  bob: line 8")
    model.take(.pageDown, rows: 10)
    screen = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(screen.rows[1] == "  bob: line 5")
    for _ in 0..<30 { model.take(.pageDown, rows: 10) }
    screen = try PaintedScreen(&model, columns: 40, rows: 10)
    #expect(screen.rows[8] == "  bob: line 50")
  }

  @Test("Only so much is kept, and the latest of it")
  func limits() throws {
    var transcript = Transcript()
    for number in 0..<2500 { transcript.note("\(number)") }
    #expect(transcript.entries.count == 2000)
    let last = try #require(transcript.entries.last)
    #expect(last.text.withBytes { $0.publicCopy } == Array("2499".utf8))
    let large = [UInt8](repeating: 0x9B, count: ChatActions.mostTextBytes)
    for _ in 0..<2 { transcript.add(.other, large.span) }
    #expect(transcript.entries.count == 1)
    #expect(try #require(transcript.entries.last).text.count == 4 * large.count)
  }
}

extension String {
  fileprivate func padded(_ columns: Int) -> String {
    self + String(repeating: " ", count: columns - count)
  }
}

import Pad
import Testing

@testable import vernam

@Suite("What is typed in a conversation on a screen")
struct ChatTypingTests {
  private func model() -> ChatModel { ChatModel(name: "bob", isASCII: false) }

  private func type(_ text: String, _ model: inout ChatModel) {
    for byte in text.utf8 { model.take(.byte(byte), rows: 24) }
  }

  @Test("clears the line with ^C, and is left by the second in a row")
  func interrupted() throws {
    var model = model()
    type("half", &model)
    let first = model.interrupt()
    #expect(!first && model.typed.count == 0)
    type("x", &model)
    let outcomes = [model.interrupt(), model.interrupt()]
    #expect(outcomes == [false, true])
  }

  @Test("is not left by a ^C long after the first, nor if a line came between them")
  func forgotten() throws {
    var model = model()
    let now = ContinuousClock.now
    var outcomes = [model.interrupt(at: now), model.interrupt(at: now + .seconds(5))]
    _ = model.enter()
    outcomes += [model.interrupt(at: now + .seconds(6)), model.interrupt(at: now + .seconds(10))]
    #expect(outcomes == [false, false, false, true])
  }

  @Test("moves between the rows of what is typed with Up and Down, as nearly as it can")
  func rows() throws {
    var model = model()
    _ = try PaintedScreen(&model, columns: 15, rows: 10)
    // In rows of twelve: "one two", "漢字 three", "four", "", "five six".
    type("one two\n漢字 three four\n\nfive six", &model)
    func place(_ keys: ChatKey...) -> String {
      for key in keys { model.take(key, rows: 10) }
      return model.typed.withText { text in
        String(decoding: text.extracting(first: model.typed.cursor).publicCopy, as: UTF8.self)
      }
    }
    let (first, second) = ("one two\n", "漢字 three ")
    #expect(place(.up) == first + second + "four\n")
    #expect(place(.up) == first + second + "four")
    // The column is kept over shorter rows.
    #expect(place(.down, .down, .down) == first + second + "four\n\nfive six")
    #expect(place(.left, .left, .up, .up) == first + second + "four")
    #expect(place(.left, .up) == first + "漢")
    #expect(place(.left, .up) == "")
    #expect(place(.down, .right, .up) == "on")
    #expect(place(.end) == "one two")
    #expect(place(.down, .home) == first)
  }

  @Test("moves up row by row in text without blanks, too")
  func unbroken() throws {
    var model = model()
    _ = try PaintedScreen(&model, columns: 15, rows: 10)
    // In rows of twelve.
    type(String(repeating: "x", count: 36), &model)
    var places: [Int] = []
    for _ in 1...3 {
      model.take(.up, rows: 10)
      places.append(model.typed.cursor)
    }
    #expect(places == [23, 11, 11])
  }

  @Test("brings back the last line with Up, unless something is typed")
  func lastLine() throws {
    var model = model()
    model.take(.up, rows: 24)
    #expect(model.typed.count == 0)
    model.lastLine = SecretBytes(copying: Array("/file cat.jpg".utf8).span)
    model.take(.up, rows: 24)
    type("2", &model)
    model.take(.up, rows: 24)
    let screen = try PaintedScreen(&model, columns: 40, rows: 6)
    #expect(screen.rows[5] == "> /file cat.jpg2")
  }

  @Test("is empty again with Down after Up, unless the line was changed")
  func down() throws {
    var model = model()
    model.lastLine = SecretBytes(copying: Array("yes".utf8).span)
    for key in [ChatKey.up, .down] { model.take(key, rows: 24) }
    #expect(model.typed.count == 0)
    for key in [ChatKey.up, .backspace, .down] { model.take(key, rows: 24) }
    #expect(model.typed.count == 2)
  }
}

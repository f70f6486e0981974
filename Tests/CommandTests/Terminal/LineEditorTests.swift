import Testing

@testable import vernam

@Suite("Typed text")
struct LineEditorTests {
  /// The text that the keys leave, and the columns that were erased.
  private func type(_ keys: String, _ editor: inout LineEditor) -> (text: String, erased: Int) {
    var bytes = [UInt8](repeating: 0, count: 200)
    var erased = 0
    editor.startText()
    for key in keys.utf8 {
      var span = bytes.mutableSpan
      if case .erased(let columns) = editor.take(key, into: &span) { erased += columns }
    }
    return (String(decoding: bytes.prefix(editor.count), as: UTF8.self), erased)
  }

  @Test(
    "is edited as a terminal edits a line",
    arguments: [
      ("noon", "noon", 0), ("nooo\u{7F}n\n", "noon\n", 1), ("nooo\u{8}n", "noon", 1),
      ("a\n\u{7F}\u{7F}b", "a\nb", 0), ("\u{7F}b", "b", 0), ("zö\u{7F}oo", "zoo", 1),
      ("z\u{1}\u{7F}oo", "zoo", 2), ("one\ntwo\u{15}x", "one\nx", 3),
      ("one two  \u{17}x", "one x", 5), ("\n\u{17}x", "\nx", 0),
    ])
  func editing(_ keys: String, _ text: String, _ erased: Int) {
    var editor = LineEditor()
    let typed = type(keys, &editor)
    #expect(typed.text == text)
    #expect(typed.erased == erased)
    #expect(!editor.isOver)
  }

  @Test("ends at ^D, or where the terminal made one into NUL", arguments: ["ab\u{4}", "ab\u{0}"])
  func ending(_ keys: String) {
    var editor = LineEditor()
    #expect(type(keys, &editor).text == "ab")
    #expect(editor.isOver)
  }

  @Test(
    "has no escape sequences of other keys in it, and loses nothing after a lone Esc",
    arguments: [
      ("a\u{1B}[Db", "ab"), ("a\u{1B}[1;5Cb", "ab"), ("a\u{1B}OHb", "ab"), ("a\u{1B}b", "ab"),
      ("\u{1B}\u{1B}[Ab", "b"), ("\u{1B}[\nb", "\nb"),
    ])
  func otherKeys(_ keys: String, _ text: String) {
    var editor = LineEditor()
    #expect(type(keys, &editor).text == text)
  }

  @Test("that is marked as pasted is taken as it is, up to its end")
  func pasted() {
    var editor = LineEditor()
    #expect(type("a\u{1B}[200~b\u{4}\u{7F}\u{15}\u{0}", &editor).text == "ab\u{4}\u{7F}\u{15}\u{0}")
    #expect(editor.isPasting && !editor.isOver)
    #expect(type("c\u{1B}[201~d\u{7F}", &editor).text == "c")
    #expect(!editor.isPasting)
    _ = type("\u{4}", &editor)
    #expect(editor.isOver)
  }

  @Test(
    "ends with the end of the paste, even after half an escape sequence", arguments: ["[", "O", ""])
  func halfSequence(_ half: String) {
    var editor = LineEditor()
    _ = type("\u{1B}[200~a\u{1B}\(half)\u{1B}[201~\u{4}", &editor)
    #expect(!editor.isPasting && editor.isOver)
  }
}

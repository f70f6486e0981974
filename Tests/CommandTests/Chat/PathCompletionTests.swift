import Pad
import System
import TestSupport
import Testing

@testable import vernam

@Suite("The path after /file, completed with Tab")
struct PathCompletionTests {
  private func withFiles(_ body: (String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let disk = Disk()
      try disk.createDirectory("\(directory)/Pictures")
      for name in ["photo 1.jpg", "photo 2.jpg", "plan.txt", ".hidden", "Pictures/é.png"] {
        _ = try disk.create("\(directory)/\(name)")
      }
      try body(directory)
    }
  }

  @Test(
    "is as much as is certain; folders end with a slash",
    arguments: [
      ("ph", "oto ", []), ("photo 1", ".jpg", []), ("Pic", "tures/", []),
      ("Pictures/", "é.png", []), ("photo ", "", ["photo 1.jpg", "photo 2.jpg"]),
      (".h", "idden", []), ("plan.txt", "", []),
      ("", "", ["Pictures/", "photo 1.jpg", "photo 2.jpg", "plan.txt"]),
    ])
  func rest(_ beginning: String, _ rest: String, _ choices: [String]) throws {
    try withFiles { directory in
      let found = try #require(PathCompletion("\(directory)/\(beginning)", on: Disk()))
      #expect(found.rest == rest)
      #expect(found.choices == choices)
    }
  }

  @Test("is nothing if no name begins like this, or there is no such folder")
  func nothing() throws {
    try withFiles { directory in
      for beginning in ["x", "no/x", "plan.txt/"] {
        #expect(PathCompletion("\(directory)/\(beginning)", on: Disk()) == nil)
      }
    }
  }

  @Test("is typed after /file alone, at the end of the line")
  func typed() throws {
    try withFiles { directory in
      func completed(_ text: String, _ keys: ChatKey...) -> String {
        var model = ChatModel(name: "bob", isASCII: false)
        for byte in text.utf8 { model.take(.byte(byte), rows: 24) }
        for key in keys { model.take(key, rows: 24) }
        if let path = model.unfinishedPath, let found = PathCompletion(path, on: Disk()) {
          model.take(found)
        }
        return model.typed.withText { String(decoding: $0.publicCopy, as: UTF8.self) }
      }
      #expect(completed("/file \(directory)/pl") == "/file \(directory)/plan.txt")
      for text in ["\(directory)/pl", "/paste \(directory)/pl", "/fil"] {
        #expect(completed(text) == text)
      }
      #expect(completed("/file \(directory)/pl", .left) == "/file \(directory)/pl")
      // What is in quotes already, or after a backslash, would become the name of another file.
      for text in ["/file '\(directory)/Pictures'", "/file \(directory)/ph\\"] {
        #expect(completed(text) == text)
      }
    }
  }
}

import TestSupport
import Testing

@Suite("A contact's name on a terminal")
struct UnseenNameTests {
  /// A zero-width space, a tag, and a soft hyphen: nothing would be seen of them.
  @Test(
    "shows what would not be seen, in every line that names the contact",
    arguments: [
      ("b\u{200B}ob", "b\\u{200b}ob"), ("b\u{E0041}ob", "b\\u{e0041}ob"),
      ("b\u{AD}ob", "b\\u{ad}ob"),
    ])
  func unseen(_ name: String, _ shown: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.alice.succeed(["rename", "bob", name])
      let message = try ends.bob.write("hi\n")
      try writeFile("\(directory)/message", Array(message.utf8))
      for line in ["contacts", "status", "status -v", "decrypt '\(directory)/message'"] {
        let outcome = try ends.alice.onScreen("vernam \(line)", 80, 40, ["LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0 && outcome.text.contains(shown), "\(line): \(outcome.text)")
        #expect(!outcome.text.unicodeScalars.contains(name.unicodeScalars.dropFirst().first!))
      }
    }
  }

  @Test(
    "cannot have a character that a terminal obeys, or that turns the direction of text",
    arguments: [
      "x\u{1B}[31m", "x\u{7F}", "x\u{9B}31m", "x\ny", "x\u{2028}y", "x\u{202E}y", "x\u{2066}y",
      "x\u{200E}y",
    ])
  func refused(_ name: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for arguments in [["rename", "bob", name], ["pair", name, "--carry", "\(directory)/no"]] {
        let outcome = try ends.alice.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("error: a contact cannot have this name\nhint: "))
      }
      #expect(try ends.alice.succeed(["contacts"]) == "bob\n")
    }
  }
}

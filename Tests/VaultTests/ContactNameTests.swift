import TestSupport
import Testing

@testable import Vault

@Suite("Names of contacts")
struct ContactNameTests {
  @Test(
    "No contact gets a name with a blank at either end, but a book that has one can still be read",
    arguments: [" ", " bob", "bob ", "\u{a0}bob", "bob\u{2003}", "\u{200b}", "bob\u{200b}"])
  func blank(_ name: String) {
    #expect(!ContactName.isAllowed(name))
    #expect(ContactName.isValid(name))
  }

  @Test("Blanks inside a name are allowed", arguments: ["Aunt Emma", "bob", "日本", "é"])
  func inside(_ name: String) { #expect(ContactName.isAllowed(name)) }

  @Test(
    "A name is quoted so that a shell passes it on unchanged",
    arguments: [
      "bob", "Bob B", "O'Neill", "''", "a\"b", "$HOME", "`id`", "a\\b", "*", "~", "#1", "é", "a;b",
      "a&b", "bob@home", "x y'z", "!!", "a|b", "(x)", "a=b", "日本",
    ])
  func typed(_ name: String) throws {
    let typed = ContactName.typed(name)
    let shell = try Program("sh").run(["-c", "printf %s \(typed)"])
    #expect(String(decoding: shell.output, as: UTF8.self) == name)
    // Plain ones stay plain.
    #expect(!["bob", "é", "bob@home", "日本"].contains(name) || typed == name)
  }
}

import TestSupport
import Testing

@testable import Vault

@Suite("Names of contacts")
struct ContactNameTests {
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

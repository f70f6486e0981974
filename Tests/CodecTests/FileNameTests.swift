import Testing

@testable import Codec

@Suite("File names")
struct FileNameTests {
  @Test(
    "Names that a file may have are used as they are",
    arguments: ["photo.jpg", "a", "Übersicht 2.txt", "写真.png", String(repeating: "x", count: 255)])
  func usable(name: String) {
    #expect(FileName(Array(name.utf8)).usable == name)
  }

  @Test(
    "Names that could do harm are rejected",
    arguments: [
      "", ".", "..", ".profile", "-rf", "a/b", "/etc/passwd", "../up", "a\0b", "new\nline",
      "\u{1B}[2J",
      "gpj.\u{202E}exe", "\u{2066}x", "\u{FEFF}x", "a\u{2028}b", " a", "a ", "a\u{A0}",
      String(repeating: "x", count: 256),
    ])
  func unusable(name: String) {
    #expect(FileName(Array(name.utf8)).usable == nil)
  }

  @Test("A name that is not UTF-8 is rejected")
  func notUTF8() {
    #expect(FileName([0x61, 0xFF]).usable == nil)
  }

  @Test("The name in a path is its last component")
  func path() {
    #expect(FileName(path: "/tmp/some/photo.jpg").usable == "photo.jpg")
    #expect(FileName(path: "photo.jpg").usable == "photo.jpg")
  }
}

import Codec
import System
import Testing

@testable import vernam

@Suite("A line that was typed in a chat")
struct ChatLineTests {
  @Test(
    "Names of files may be in quotes, and begin at the home folder",
    arguments: ["/file ", "/save 8 "])
  func paths(command: String) {
    let home = Machine.environment("HOME") ?? "~"
    for (typed, meant) in [
      ("a.txt", "a.txt"), ("\"my note.txt\"", "my note.txt"), ("'my note.txt'", "my note.txt"),
      ("~/a.txt", "\(home)/a.txt"), ("~", home), ("'~/a b'", "\(home)/a b"), ("a\\ b", "a b"),
      ("  a b  ", "a b"),
    ] {
      let line = Array((command + typed).utf8)
      let path: String? =
        switch ChatLine(line.span) {
        case .file(let path): path
        case .save(8, let path): path
        default: nil
        }
      #expect(path == meant)
    }
  }

  @Test(
    "The lines of a message are letters in groups of five, or its last words; also if quoted",
    arguments: [
      ("abcde 01234 VWXYZ", true), ("> abcde 01234", true), ("", true), (">", true),
      ("End of vernam message.", true), ("> End of part 1 of 2.", true),
      ("abcd", false), ("abcde fghijk", false), ("abcde, fghij", false), ("Noon?", false),
      ("äbcde", false), ("see you", false),
    ])
  func letters(_ line: String, _ may: Bool) {
    #expect(PastedMessage.mayHold(Array(line.utf8).span) == may)
  }

  @Test(
    "A command that stands alone does nothing if something follows it",
    arguments: ["/quit now", "/q it", "/help me", "/copy that", "/drop it", "/exit 1"])
  func alone(_ line: String) {
    guard case .mistake = ChatLine(Array(line.utf8).span) else {
      Issue.record("obeyed")
      return
    }
  }

  @Test("An encrypted message is read, not sent; a word of it is only text")
  func message() {
    let armor = "see:\nThis is a vernam message. Use vernam to open it.\nabc"
    let line = Array(armor.utf8)
    guard case .paste(armor) = ChatLine(line.span) else {
      Issue.record("sent as text")
      return
    }
    let word = Array("a vernam message".utf8)
    guard case .text = ChatLine(word.span) else {
      Issue.record("not sent")
      return
    }
  }
}

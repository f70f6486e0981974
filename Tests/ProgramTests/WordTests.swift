import Codec
import Pad
import TestSupport
import Testing
import Vault

@testable import Exchange
@testable import Program

@Suite("Texts that are shown word by word") @MainActor
struct WordTests {
  /// Bob's window, which shows what Alice writes word by word.
  private func window(_ directory: String) async throws -> (WindowModel, ConversationModel) {
    let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
    window.showDetails(of: "alice")
    try await untilShown("the page") { window.page == .contact }
    window.isWordByWord = true
    #expect(window.isWordByWord && bob.isWordByWord)
    window.closeDetails()
    return (window, bob)
  }

  /// Presses the button, and waits for what comes of it.
  private func press(_ bob: ConversationModel, _ expected: Line.Progress) async throws {
    let line = try #require(bob.lines.first)
    bob.showNextWord(line.id)
    try await untilShown("\(expected)") {
      // The last word has to be seen for a moment.
      if expected == .over { bob.showNextWord(line.id) }
      return bob.lines[0].kind == .wordByWord(expected)
    }
  }

  private func word(_ bob: ConversationModel) throws -> String? {
    try bob.word(#require(bob.lines.first).id)?.withBytes {
      String(decoding: $0.publicCopy, as: UTF8.self)
    }
  }

  @Test("A pasted text is used up after its last word, and not before")
  func pasted() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let long = String(repeating: "o", count: 31)
      let packet = try two.alice.sendText("see \(long)\u{1B}\nthere", to: "bob")
      let text = try PacketArmor.text(of: MemoryBytes(packet))
      let (window, bob) = try await window(directory)
      bob.paste(text)
      try await untilShown("the line") { bob.lines.count == 1 }
      #expect(bob.lines[0].kind == .wordByWord(.hidden))
      #expect(try bob.lines[0].text.takeText() == "Alice has written." && word(bob) == nil)
      try await press(bob, .word(1, of: 3, part: 1))
      #expect(try word(bob) == "see")
      try await press(bob, .word(2, of: 3, part: 1))
      #expect(try word(bob) == long)
      bob.showFirstWord(try #require(bob.lines.first).id)
      #expect(try word(bob) == "see")
      try await press(bob, .word(2, of: 3, part: 1))
      try await press(bob, .word(2, of: 3, part: 2))
      #expect(try word(bob) == "^[")
      // Nobody is there for a while: the word goes, and comes back first.
      window.isAway = true
      #expect(bob.lines[0].kind == .wordByWord(.hidden))
      window.isAway = false
      try await press(bob, .word(2, of: 3, part: 2))
      try await press(bob, .word(3, of: 3, part: 1))
      #expect(try word(bob) == "there" && window.problem == nil)
      // It could still be read elsewhere.
      #expect(try PastedText(text).sender(in: two.bob) == "alice")
      bob.showNextWord(bob.lines[0].id)
      try await press(bob, .over)
      #expect(try word(bob) == nil && bob.offered.isEmpty && bob.words.isEmpty)
      #expect(throws: VaultError.self) { try two.bob.receiveText(packet) }
      #expect(window.problem == nil)
    }
  }

  @Test("A text that was read another way meanwhile ends all the same")
  func otherwise() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("hello", to: "bob")
      let (window, bob) = try await window(directory)
      bob.paste(try PacketArmor.text(of: MemoryBytes(packet)))
      try await untilShown("the line") { bob.lines.count == 1 }
      try await press(bob, .word(1, of: 1, part: 1))
      #expect(try two.bob.receiveText(packet) == "hello")
      try await press(bob, .over)
      #expect(bob.words.isEmpty && window.problem == nil)
    }
  }

  @Test("Texts that arrive wait for the button, also one that came just before the switch")
  func arriving() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      let conversation = try #require(bob.conversation)
      @MainActor func arrive(_ text: String) async throws {
        var packet = IncomingPacket(vault: two.bob)
        try packet.append(two.alice.sendText(text, to: "bob"))
        let arrived = packet
        try await Task.detached {
          try conversation.read(arrived, overtaking: false, answering: FrameQueue())
        }.value
      }
      window.showDetails(of: "alice")
      try await untilShown("the page") { window.page == .contact }
      try await arrive("early")
      try await untilShown("it is put off") { bob.unseen.count == 1 }
      window.isWordByWord = true
      window.closeDetails()
      try await arrive(" ")
      try await untilShown("both lines") { bob.lines.count == 2 }
      #expect(bob.lines.map(\.kind) == [.wordByWord(.hidden), .wordByWord(.hidden)])
      try await press(bob, .word(1, of: 1, part: 1))
      #expect(try word(bob) == "early" && conversation.putOffNumbers == [1, 2])
      try await press(bob, .over)
      #expect(conversation.putOffNumbers == [2])
      // A blank text has no word.
      bob.showNextWord(bob.lines[1].id)
      try await untilShown("nothing") { bob.lines[1].kind == .wordByWord(.word(0, of: 0, part: 1)) }
      try await untilShown("the end") {
        bob.showNextWord(bob.lines[1].id)
        return bob.lines[1].kind == .wordByWord(.over)
      }
      #expect(window.problem == nil)
    }
  }
}

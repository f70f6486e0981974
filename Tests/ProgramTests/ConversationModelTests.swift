import Codec
import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange
@testable import Program

@Suite("A conversation in the window") @MainActor
struct ConversationModelTests {
  @Test("What one person writes and copies, the other pastes and reads, once")
  func paste() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      let message = try await Windows.write("Meet me\nat nine\n", in: alice)
      #expect(String(decoding: message, as: UTF8.self).hasPrefix("This is a vernam message"))
      #expect(alice.lines[0].text.takeText() == "Meet me\nat nine")

      bob.paste(message)
      try await untilShown("the text") { bob.lines.last?.kind == .theirs }
      #expect(bob.lines[0].text.takeText() == "Meet me\nat nine")
      #expect(window.problem == nil)

      bob.paste(message)
      try await untilShown("a problem") { window.problem != nil }
      #expect(bob.lines.count == 1)
    }
  }

  @Test("An encrypted message that was typed as a text is read, not sent; a text about one is sent")
  func typed() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      let message = try await Windows.write("hello", in: alice)
      bob.send(SecretBytes(copying: message.span)) { #expect($0 == nil) }
      try await untilShown("the text") { bob.lines.last?.kind == .theirs }
      #expect(bob.lines.map { $0.text.takeText() } == ["hello"])
      #expect(window.problem == nil)
      bob.send(SecretBytes(copying: message.span)) { #expect($0 == nil) }
      try await untilShown("that it was read") { window.problem != nil }
      window.dismissProblem()
      #expect(try two.bob.outbox(of: two.bob.contact("alice")).isEmpty)
      _ = try await Windows.write("It begins with \"This is a vernam message.\"", in: bob)
      #expect(window.problem == nil)
    }
  }

  @Test("A message that has not arrived is taken back, once")
  func takeBack() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      for text in ["one", "two"] { _ = try await Windows.write(text, in: alice) }
      alice.takeBack(2...2)
      try await untilShown("that it is gone") { alice.delivery(of: 2...2) == .removed }
      #expect(alice.lines.map(\.kind) == [.own(1...1, .waiting), .own(2...2, .removed)])
      #expect(try two.alice.outbox(of: two.alice.contact("bob")).count == 1)
      #expect(window.problem == nil)
      alice.takeBack(2...2)
      try await untilShown("a problem") {
        window.problem?.what == "This message is no longer waiting."
      }
    }
  }

  @Test("Text without a message, and a message from somebody else, are problems")
  func strange() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      let message = try await Windows.write("hello", in: alice)
      try two.bob.rename("alice", to: "Alice")
      try TwoVaults.addPad(to: two.bob, of: "carol")
      let window = WindowModel(.test("\(directory)/bob"))
      window.start()
      try await untilShown("both") { window.people.count == 2 }
      let carol = try await Windows.open("carol", in: window)
      for (text, what) in [
        (Array("Dear Bob".utf8), "There is no vernam message in what you copied."),
        (message, "This message is not from carol."),
      ] {
        window.dismissProblem()
        carol.paste(text)
        try await untilShown("a problem") { window.problem != nil }
        #expect(window.problem?.what == what)
      }
      // Nothing was used up: the right conversation shows it.
      let right = try await Windows.open("Alice", in: window)
      right.paste(message)
      try await untilShown("the text") { right.lines.last?.kind == .theirs }
    }
  }

  @Test("A message that nobody saw stays unread")
  func unseen() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("hello", to: "bob")
      let text = try PacketArmor.text(of: MemoryBytes(packet))
      let bob = two.bob
      let read = Task.detached {
        let reporter = ConversationReporter(
          TestLoop(), showEvent: { _ in }, showText: { _ in false })
        let conversation = try Conversation(
          bob, with: bob.contact("alice"), randomness: KernelRandomness(), screen: reporter)
        return PastedText(text).read(in: bob, for: conversation) { reporter.textSink() }
      }
      let outcome = try await read.value
      #expect(outcome.failure is VaultError && outcome.reports.isEmpty)
      #expect(try bob.receiveText(packet) == "hello")
    }
  }

  @Test("A message that comes while the conversation is covered, or closed, stays unread")
  func covered() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("hello", to: "bob")
      let text = try PacketArmor.text(of: MemoryBytes(packet))
      let (window, conversation) = try await Windows.open("bob", with: "alice", in: directory)
      window.showDetails(of: "alice")
      try await untilShown("the page") { window.page == .contact }
      conversation.paste(text)
      try await untilShown("a problem") { window.problem != nil }
      #expect(!conversation.lines.contains { $0.kind == .theirs })
      window.leave()
      #expect(conversation.isClosed && window.conversation == nil)
      #expect(try two.bob.receiveText(packet) == "hello")
    }
  }

  enum Cover: CaseIterable {
    case nobodyThere, details, people

    /// Covers the conversation with alice.
    @MainActor func begin(_ window: WindowModel) async throws {
      switch self {
      case .nobodyThere: window.isAway = true
      case .details:
        window.showDetails(of: "alice")
        try await untilShown("the page") { window.page == .contact }
      case .people: window.showPeople()
      }
    }

    @MainActor func end(_ window: WindowModel) {
      if self == .nobodyThere { window.isAway = false } else { window.open("alice") }
    }
  }

  @Test(
    "Texts that come while the page is covered, or nobody is there, are shown in order once it is back",
    arguments: Cover.allCases)
  func uncovered(_ cover: Cover) async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let sent = try ["one", "two"].map { try two.alice.sendText($0, to: "bob") }
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      try await cover.begin(window)
      #expect(bob.arrivals == nil && window.news.isEmpty)
      let conversation = try #require(bob.conversation)
      for bytes in sent {
        var packet = IncomingPacket(vault: two.bob)
        try packet.append(bytes)
        let arrived = packet
        try await Task.detached {
          try conversation.read(arrived, overtaking: false, answering: FrameQueue())
        }.value
      }
      try await untilShown("both put off") { bob.unseen.map(\.number) == [1, 2] }
      #expect(bob.lines.isEmpty && conversation.putOffNumbers == [1, 2])
      #expect(bob.arrivals == "alice has written: move the mouse or press a key to read it")
      #expect(window.news == ["alice": "New message"])
      if cover == .people {
        // Whoever hid the conversation finds it hidden after another page, too.
        window.examine()
        window.goBack()
        #expect(window.page == .people && bob.lines.isEmpty)
      }
      cover.end(window)
      try await untilShown("both texts") { bob.lines.count == 2 }
      #expect(bob.arrivals == nil && window.news.isEmpty)
      #expect(bob.lines.map { $0.text.takeText() } == ["one", "two"])
      try await untilShown("none put off") { conversation.putOffNumbers.isEmpty }
      #expect(window.problem == nil)
    }
  }

  @Test("Messages that wait from before can be copied when the conversation is opened")
  func earlier() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      for text in ["one", "two"] {
        _ = try two.alice.send(
          .text, SecretSource(secret(text)), to: two.alice.contact("bob"), in: .outbox)
      }
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      #expect(alice.lines.map(\.kind) == [.own(1...2, .waiting)])
      let copied = try await Windows.copyLast(of: alice)
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      bob.paste(copied)
      try await untilShown("both texts") { bob.lines.count == 2 }
      #expect(bob.lines.map { $0.text.takeText() } == ["one", "two"])
      #expect(window.page == .conversation)
    }
  }

  @Test("Nothing that the other end writes can pass for something else")
  func visible() {
    let shown = ConversationReporter.visible(secret("a\u{1B}[2J\u{202E}b\0\u{200B}c\r\n\n"))
    #expect(
      SecretHandoff(shown).takeText() == #"a^[[2J\u{202e}b^@\u{200b}c^M"#)
  }
}

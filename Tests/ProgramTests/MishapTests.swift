import Codec
import Discovery
import Exchange
import Pad
import System
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("What goes wrong in the window") @MainActor
struct MishapTests {
  @Test("A text that was not sent comes back, and a draft is there when its conversation is again")
  func unsent() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory, size: 16 << 10)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      for length in [12 << 10, ConversationModel.mostTextBytes + 1] {
        window.dismissProblem()
        let back = Returned()
        alice.send(secret(String(repeating: "x", count: length))) { back.text = $0?.takeText() }
        try await untilShown("the text again") { back.text?.utf8.count == length }
        #expect(window.problem != nil && alice.lines.isEmpty)
      }
      window.keepDraft(SecretHandoff(secret("dear bob")), for: "bob")
      #expect(window.takeDraft(for: "carol") == nil)
      #expect(window.takeDraft(for: "bob")?.takeText() == "dear bob")
      #expect(window.takeDraft(for: "bob") == nil)
    }
  }

  @Test("A conversation that is open elsewhere is refused once, and opens when that one has ended")
  func elsewhere() async throws {
    try await withTemporaryDirectory { directory in
      let vaults = try TwoVaults(in: directory)
      var lock: ConversationLock? = try vaults.alice.lockConversation(
        with: vaults.alice.contact("bob"))
      let window = WindowModel(.test("\(directory)/alice"))
      window.start()
      try await untilShown("the list of people") { window.people.map(\.name) == ["bob"] }
      window.open("bob", looks: false)
      try await untilShown("the problem") { window.problem != nil }
      let conversation = try #require(window.conversation)
      #expect(window.problem?.what == "A chat with bob is open on this computer.")
      #expect(conversation.presence == "Waiting until the other chat with bob is closed")
      window.dismissProblem()
      withExtendedLifetime(lock) {}
      lock = nil
      try await untilShown("the conversation") { conversation.canSend }
      #expect(conversation.presence.isEmpty && window.problem == nil)
    }
  }

  private final class Returned { var text: String? }

  @Test("Each alarm stays until it is dismissed, whatever else fails meanwhile")
  func alarms() async throws {
    try await withTemporaryDirectory { directory in
      let window = WindowModel(.test(directory + "/none"))
      let names = ["alice", "bob"]
      for name in names + names { window.alarm(.sendingClosed(name, .moved)) }
      window.fail(Problem("Something else", hint: "wait"))
      window.start()
      try await untilShown("the welcome") { window.page == .welcome }
      window.fail(Problem("One more", hint: "wait"))
      for name in names {
        #expect(window.problem?.what.contains("send to \(name)") == true)
        window.dismissProblem()
      }
      #expect(window.problem?.what == "One more.")
      window.dismissProblem()
      #expect(window.problem == nil)
    }
  }

  @Test("What a cancelled pairing reports late is none of the next one's")
  func late() async throws {
    let window = WindowModel(.test("/nowhere"))
    let (first, second) = (PairingReporter { _, _ in }, PairingReporter { _, _ in })
    window.pairing = (first, Task {})
    window.follow({ $0.ownName = "calm otter" }, of: first)
    #expect(window.meeting.ownName == "calm otter")
    window.beginMeeting()
    window.pairing = (second, Task {})
    window.follow({ $0.step = .checking }, of: first)
    #expect(window.meeting.ownName == nil && window.meeting.step == .naming)
    window.follow({ $0.step = .checking }, of: second)
    #expect(window.meeting.step == .checking)
  }

  @Test("A list of people that cannot be read is not shown as empty")
  func unreadable() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (window, _) = try await Windows.open("alice", with: "bob", in: directory)
      try Disk().remove(directory + "/alice/contacts")
      try Disk().createDirectory(directory + "/alice/contacts")
      window.refresh(then: .people)
      try await untilShown("the page that says so") { window.page == .closed }
      #expect(window.problem != nil)
    }
  }

  @Test("A message that waits no longer is not copied, and nobody claims that it arrived")
  func gone() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      _ = try await Windows.write("hello", in: alice)
      for entry in try two.alice.outbox(of: two.alice.contact("bob")) { try two.alice.drop(entry) }
      alice.copy(1...1) { _ in Issue.record("it was copied") }
      try await untilShown("a problem") { window.problem != nil }
      #expect(window.problem?.what == "This message is no longer waiting.")
      #expect(alice.lines[0].kind == .own(1...1, .waiting))
    }
  }

  @Test("A message that is too long for a clipboard is not copied")
  func tooLong() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory, size: 1 << 20)
      let path = "\(directory)/photo.jpg"
      let bytes = [UInt8](repeating: 7, count: 200_000)
      try Disk().create(path).write(bytes.span, at: 0)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.choose(file: path)
      try await untilShown("the file") { alice.chosenFile != nil }
      alice.sendChosenFile()
      try await untilShown("the line") { alice.lines.count == 1 }
      alice.copy(1...1) { _ in Issue.record("it was copied") }
      try await untilShown("a problem") { window.problem != nil }
      #expect(window.problem?.what == "This is too much to copy.")
    }
  }

  @Test("A pasted message tells what is missing before it, once")
  func missing() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packets = try ["one", "two", "three"].map { try two.alice.sendText($0, to: "bob") }
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      for packet in packets[1...] { bob.paste(try PacketArmor.text(of: MemoryBytes(packet))) }
      try await untilShown("both texts and a note") { bob.lines.count == 3 }
      let texts = bob.lines.map { $0.text.takeText() ?? "" }
      #expect(texts[0] == "two" && texts.contains("three"))
      #expect(texts.count { $0.hasPrefix("An earlier message from alice has not arrived: ") } == 1)
      #expect(window.page == .conversation)
    }
  }

  @Test("Why the other end cannot be looked for is said, not only that it is not there")
  func unreachable() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.lookingFailed(.discovery(.noAvahi))
      #expect(window.problem?.what == Problem(ExchangeError.discovery(.noAvahi)).what)
      #expect(
        alice.presence == "Not reachable: connect by address, or copy your messages for email")
    }
  }

  @Test("However much the other end writes, only the last of it is kept, and files with it")
  func flood() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.offered[0] = .putOff(1)
      alice.add(.file(.offered), "A file")
      for number in 1...ConversationModel.mostLines { alice.add(.note, "\(number)") }
      #expect(alice.lines.count == ConversationModel.mostLines)
      #expect(alice.lines[0].id == 1 && alice.lines[0].text.takeText() == "1.")
      #expect(alice.offered.isEmpty)
      #expect(alice.index(of: 0) == nil && alice.index(of: 1) == 0)
      alice.save(0)
      for _ in 1...80 { alice.add(.theirs, SecretHandoff(SecretBytes(count: 64 << 10))) }
      #expect(alice.lines.count == ConversationModel.mostBytes / (64 << 10))
    }
  }

  @Test("A full disk is told without the name of a file")
  func full() {
    let error = SystemError("write", "/pads/out/new", code: SystemError.noSpace)
    #expect(
      Problem(VaultError.system(error))
        == Problem("The disk is full", hint: "free some space on this disk, and try again"))
  }
}

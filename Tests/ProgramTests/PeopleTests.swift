import Codec
import Exchange
import Pad
import System
import TestSupport
import Testing
import Vault

@testable import Doctor
@testable import Program

@Suite("The people in the window") @MainActor
struct PeopleTests {
  @Test("A message that is pasted in the list opens the conversation with its writer")
  func paste() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.bob, of: "carol")
      let packet = try two.alice.sendText("hello", to: "bob")
      let window = try await Windows.start("bob", in: directory)
      #expect(window.canPaste)
      window.paste(Array("Dear Bob".utf8))
      try await untilShown("a problem") { window.problem != nil }
      #expect(window.page == .people)
      window.paste(try PacketArmor.text(of: MemoryBytes(packet)), looks: false)
      try await untilShown("the text") { window.conversation?.lines.last?.kind == .theirs }
      #expect(window.conversation?.name == "alice" && window.problem == nil)
    }
  }

  @Test("A contact is renamed, and is forgotten with all pads")
  func manage() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      _ = try two.alice.send(
        .text, SecretSource(secret("hi")), to: two.alice.contact("bob"), in: .outbox)
      let (window, conversation) = try await Windows.open("alice", with: "bob", in: directory)
      window.showDetails(of: "bob")
      try await untilShown("the page") { window.page == .contact }
      window.closeDetails()
      #expect(window.page == .conversation && window.conversation === conversation)
      window.showDetails(of: "bob")
      try await untilShown("the page") { window.page == .contact }
      let details = try #require(window.details)
      #expect(details.pads.count == 1)
      #expect(details.pads[0].words.contains("Its secrecy rests on the random numbers of your"))
      #expect(
        details.question
          == "Forget bob? This destroys the pad that you share. You cannot write to each other "
          + "until you meet again, and can never read messages that you have not opened. "
          + "1 message of yours has not been delivered, and is lost, too.")
      window.rename(to: "a,b")
      try await untilShown("a problem") { window.problem != nil }
      window.rename(to: "Bob")
      try await untilShown("the new name") { window.details?.name == "Bob" }
      #expect(window.problem == nil)
      // A second click changes nothing.
      for _ in 1...2 { window.forget() }
      try await untilShown("the empty list") { window.page == .people && window.people.isEmpty }
      #expect(window.problem == nil)
      #expect(throws: VaultError.self) { try two.alice.contact("Bob") }
    }
  }

  @Test("A look at this computer says something of the vault, the worst first")
  func health() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let window = try await Windows.start("alice", in: directory)
      window.examine()
      try await untilShown("what was found") { window.health != nil }
      let lines = try #require(window.health)
      let passphrase = try #require(lines.first { $0.what.contains("has no passphrase") })
      #expect(passphrase.level == .weaker && passphrase.hint == "Set one above.")
      let levels = lines.map(\.level)
      #expect(levels == [.bad, .weaker, .good].flatMap { level in levels.filter { $0 == level } })
    }
  }

  @Test(
    "What to do is said without vernam's commands, which somebody at a window does not type",
    arguments: [
      .vault(.hasNoPassphrase), .pads(.waits("bob")), .pads(.isClosed("bob", .moved)),
      .pads(.isClosed("bob", .vaultIsOlder)), .pairing(.libraryIsMissing),
      .pairing(.daemonIsMissing(isBus: true)), .pairing(.daemonIsMissing(isBus: false)),
      .pairing(.hasFirewall(.ufw)),
    ] as [Finding.What])
  func advice(_ what: Finding.What) throws {
    let line = HealthLine(Finding(.warn, .pads, what))
    let hint = try #require(line.hint)
    #expect(!hint.contains("vernam ") && !hint.contains("--"), "\(hint)")
  }

  @Test("The other pages go back to the conversation, which ends only once somebody is looked for")
  func back() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.add(.note, "kept")
      window.examine()
      #expect(window.page == .health)
      window.goBack()
      #expect(window.page == .conversation && window.conversation === alice)
      window.examine()
      window.open("bob")
      #expect(window.page == .conversation && window.conversation === alice)
      window.beginMeeting()
      #expect(window.page == .meeting)
      window.goBack()
      #expect(window.conversation === alice && alice.lines.count == 1)
      window.beginMeeting()
      window.meet("carol")
      #expect(alice.isClosed && window.conversation == nil)
      window.goBack()
      #expect(window.page == .people && window.pairing == nil)
    }
  }

  @Test("A passphrase is set and changed; only the right old one changes it")
  func passphrase() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let window = try await Windows.start("alice", in: directory)
      #expect(!window.hasPassphrase)
      let answers = Answers()
      @MainActor func change(_ old: String, _ new: String, _ expected: Bool) async throws {
        answers.last = nil
        window.changePassphrase(from: secret(old), to: secret(new)) { answers.last = $0 }
        try await untilShown("an answer") { answers.last != nil }
        #expect(answers.last == expected && !window.isWorking)
      }
      try await change("", "first", true)
      #expect(window.hasPassphrase && window.problem == nil)
      try await change("wrong", "second", false)
      #expect(window.problem?.what == "Wrong passphrase.")
      let bob = try await Windows.open("bob", in: window)
      try await change("first", "second", true)
      // A conversation goes on.
      _ = try await Windows.write("hello", in: bob)
      #expect(window.problem == nil)
      // Locked meanwhile, it stays locked.
      window.changePassphrase(from: secret("second"), to: secret("third")) { _ in }
      window.lock()
      try await untilShown("the end") { !window.isWorking }
      #expect(window.page == .locked && !window.hasPassphrase)
      window.unlock(secret("first"))
      try await untilShown("a problem") { window.problem != nil }
      window.unlock(secret("third"))
      try await untilShown("the list of people") { window.page == .people }
    }
  }

  @Test("Before a pad is used up, the list says that it is running low")
  func low() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 4 << 10)
      let person = try Person(two.alice.contact("bob"), in: two.alice)
      #expect(person.left > 0.5)
      #expect(person.warning == "Running low: meet and share another pad")
    }
  }

  private final class Answers { var last: Bool? }

  @Test("Locked, nothing is shown, and only the passphrase opens it again")
  func lock() async throws {
    try await withTemporaryDirectory { directory in
      let window = try await protectedWindow(in: directory)
      window.keepDraft(SecretHandoff(secret("dear bob")), for: "bob")
      window.lock()
      #expect(window.page == .locked && window.people.isEmpty && window.conversation == nil)
      #expect(window.takeDraft(for: "bob") == nil)
      window.unlock(secret("opensesame"))
      try await untilShown("the list of people") { window.page == .people }
    }
  }

  /// One whose vault has the passphrase "opensesame".
  private func protectedWindow(in directory: String) async throws -> WindowModel {
    try Disk().createDirectory(directory + "/vault.state")
    let window = WindowModel(.test(directory + "/vault"))
    window.start()
    try await untilShown("the welcome") { window.page == .welcome }
    window.makeVault(secret("opensesame"))
    try await untilShown("the list of people") { window.page == .people }
    return window
  }

  @Test("Locked, a search for the other computer ends, but not a pairing that got further")
  func lockWhileMeeting() async throws {
    try await withTemporaryDirectory { directory in
      let window = try await protectedWindow(in: directory)
      let task = Task { try? await Task.sleep(for: .seconds(3600)) }
      window.pairing = (PairingReporter { _, _ in }, Task { await task.value })
      for step: Meeting.Step in [.waiting(code: ""), .transferring(bytes: 1, total: 2, note: "")] {
        window.meeting.step = step
        window.lock()
        #expect(window.pairing != nil && window.page == .people)
      }
      window.meeting.step = .searching("")
      window.lock()
      #expect(window.pairing == nil && window.page == .locked)
      task.cancel()
    }
  }

  @Test("When the window is closed, what was begun is done, and what goes on ends")
  func end() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.send(secret("hello")) { _ in }
      let task = Task { try? await Task.sleep(for: .seconds(3600)) }
      window.pairing = (PairingReporter { _, _ in }, Task { await task.value })
      let ended = Ended()
      window.end(within: .seconds(3600)) { ended.count += 1 }
      #expect(window.conversation == nil && window.pairing == nil)
      task.cancel()
      try await untilShown("the end") { ended.count == 1 }
      #expect(try two.alice.undelivered(to: two.alice.contact("bob")) == 1)
    }
  }

  private final class Ended { var count = 0 }
}

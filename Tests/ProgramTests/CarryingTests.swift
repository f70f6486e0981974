import Pad
import Pairing
import System
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("A pad that is carried, in the window") @MainActor
struct CarryingTests {
  /// A window over a new vault without contacts.
  private func window(_ own: String, in directory: String) async throws -> WindowModel {
    var environment = ProgramEnvironment.test("\(directory)/\(own)")
    environment.padBytes = 4096
    let window = WindowModel(environment)
    window.start()
    try await untilShown("the welcome") { window.page == .welcome }
    window.makeVault(SecretBytes(count: 0))
    try await untilShown("the list of people") { window.page == .people }
    return window
  }

  private func outcome(of window: WindowModel) async throws -> Meeting.Outcome {
    try await untilShown("the end") {
      if case .done(let outcome) = window.meeting.step { !outcome.words.isEmpty } else { false }
    }
    guard case .done(let outcome) = window.meeting.step else { throw NeverShown(what: "the end") }
    return outcome
  }

  private func make(_ directory: String, passphrase: String) async throws -> WindowModel {
    let alice = try await window("alice", in: directory)
    try Disk().createDirectory(directory + "/stick")
    alice.beginMeeting()
    alice.beginCarrying(to: "bob")
    alice.carry(into: directory + "/stick", secret(passphrase))
    return alice
  }

  @Test("One person makes it, the other takes it in and writes first, and then both can write")
  func carry() async throws {
    try await withTemporaryDirectory { directory in
      let alice = try await make(directory, passphrase: "")
      let made = try await outcome(of: alice)
      #expect(made.title == "Carry the pad to bob" && !made.canWrite)
      #expect(
        made.words.contains(
          "It is in the folder stick, as pad-for-bob.vernam. Anyone who copies it"))
      let bob = try await window("bob", in: directory)
      bob.beginMeeting()
      bob.takeIn(from: directory + "/stick/pad-for-bob.vernam", with: "alice")
      let taken = try await outcome(of: bob)
      #expect(taken.title == "You and alice share a pad" && taken.canWrite)
      #expect(taken.words.contains("Write first"))
      #expect(try Disk().list(directory + "/stick").isEmpty)
      let hello = try await Windows.write(
        "hello", in: Windows.open("alice", in: bob))
      let conversation = try await Windows.open("bob", in: alice)
      conversation.paste(hello)
      try await untilShown("that both can write") { conversation.canSend }
      #expect(conversation.lines.last?.text.takeText() == "hello")
    }
  }

  @Test("A sealed one asks for its passphrase until it is right")
  func seal() async throws {
    try await withTemporaryDirectory { directory in
      let alice = try await make(directory, passphrase: "correct horse")
      let made = try await outcome(of: alice)
      #expect(made.words.contains("It opens only with its passphrase."))
      let bob = try await window("bob", in: directory)
      bob.beginMeeting()
      bob.takeIn(from: directory + "/stick/pad-for-bob.vernam", with: "alice")
      try await untilShown("the question") { bob.meeting.step == .unsealing(note: nil) }
      bob.unseal(secret("wrong horse"))
      try await untilShown("the question") {
        bob.meeting.step
          == .unsealing(
            note: "This passphrase does not open it. If it is the right one, the file is damaged.")
      }
      bob.unseal(secret("correct horse"))
      #expect(try await outcome(of: bob).title == "You and alice share a pad")
    }
  }

  @Test("No file is written over, and none into the vault")
  func refusals() async throws {
    try await withTemporaryDirectory { directory in
      let alice = try await make(directory, passphrase: "")
      _ = try await outcome(of: alice)
      let other = directory + "/stick/pad-for-dave.vernam"
      try Disk().create(other).write([1, 2, 3].span, at: 0)
      for (name, folder, reason) in [
        ("dave", "stick", "exists"), ("carol", "alice", "denied"),
        ("carol", "alice/pads", "denied"), ("carol", "nowhere", "No such"),
      ] {
        alice.beginMeeting()
        alice.beginCarrying(to: name)
        alice.carry(into: "\(directory)/\(folder)", SecretBytes(count: 0))
        try await untilShown("a failure") {
          if case .failed(let problem) = alice.meeting.step {
            problem.what.contains(reason)
          } else {
            false
          }
        }
      }
      #expect(
        try Disk().list(directory + "/stick").sorted()
          == ["pad-for-bob.vernam", "pad-for-dave.vernam"])
      #expect(try Disk().attributes(at: other)?.size == 3)
      #expect(try Disk().list(directory + "/alice/pads").count == 1)
    }
  }

  @Test("Cancelled, it leaves no file and no pad")
  func cancel() async throws {
    try await withTemporaryDirectory { directory in
      let alice = try await make(directory, passphrase: "")
      #expect(alice.hasFileInHand)
      alice.goBack()
      try await untilShown("the end") { !alice.hasFileInHand }
      #expect(try Disk().list(directory + "/stick").isEmpty)
      #expect(try Disk().list(directory + "/alice/pads").isEmpty)
      #expect(alice.problem == nil)
    }
  }

  @Test("A folder or a file that is chosen late, once the page was left, changes nothing")
  func late() async throws {
    try await withTemporaryDirectory { directory in
      let alice = try await make(directory, passphrase: "")
      _ = try await outcome(of: alice)
      alice.beginMeeting()
      alice.beginCarrying(to: "carol")
      alice.showPeople()
      alice.carry(into: directory + "/stick", SecretBytes(count: 0))
      alice.takeIn(from: directory + "/stick/pad-for-bob.vernam", with: "carol")
      #expect(alice.pairing == nil)
    }
  }

  @Test("A pad that was lost on the way is forgotten alone")
  func forget() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.alice, of: "bob")
      let window = WindowModel(.test(directory + "/alice"))
      window.start()
      try await untilShown("the list of people") { window.people.map(\.name) == ["bob"] }
      window.showDetails(of: "bob")
      try await untilShown("the page") { window.page == .contact }
      let pads = try #require(window.details).pads
      #expect(
        pads.map(\.question)
          == (1...2).map {
            "Destroy pad \($0) that you share with bob? You can then never read messages on it "
              + "that you have not opened."
          })
      window.forget(pads[0])
      try await untilShown("one pad") { window.details?.pads.count == 1 }
      #expect(window.page == .contact && window.details?.pads[0].question == nil)
      #expect(try two.alice.contact("bob").pads.map(\.id) == [pads[1].id])
    }
  }

  @Test("An address that cannot be one is not called, and who has called waits in words")
  func addresses() async throws {
    try await withTemporaryDirectory { directory in
      let alice = try await window("alice", in: directory)
      alice.beginMeeting()
      alice.beginAddressing("bob")
      for address in ["192.0.2.1", "bob", ":40", "192.0.2.1:port"] {
        alice.call(address)
        guard case .addressing(let note) = alice.meeting.step else {
          Issue.record("\(address) was called")
          continue
        }
        #expect(note != nil)
      }
      // Nobody listens there.
      alice.call(" 127.0.0.1:1 ")
      try await untilShown("the obstacle") {
        if case .searching(let words) = alice.meeting.step {
          words.hasPrefix("No answer yet")
        } else {
          false
        }
      }
      alice.goBack()
      #expect(alice.page == .people && alice.pairing == nil)
    }
  }
}

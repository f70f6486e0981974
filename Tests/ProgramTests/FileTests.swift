import Codec
import Exchange
import Pad
import QR
import System
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("Files in the window") @MainActor
struct FileTests {
  /// Writes a file of this content; returns its path.
  private func write(_ content: String, as name: String, in directory: String) throws -> String {
    let path = "\(directory)/\(name)"
    let bytes = Array(content.utf8)
    try Disk().create(path).write(bytes.span, at: 0)
    return path
  }

  private func read(_ path: String) throws -> String {
    let file = try Disk().open(path, writable: false)
    let content = FileBytes(file, count: try file.attributes().size)
    return String(decoding: try content.bytes(0..<content.count), as: UTF8.self)
  }

  @Test("A file is chosen, sent, pasted and saved, over no other file, and only then it is read")
  func file() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let downloads = directory + "/bob.downloads"
      try Disk().createDirectory(downloads)
      _ = try write("mine", as: "photo.jpg", in: downloads)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.choose(file: try write("a picture", as: "photo.jpg", in: directory))
      try await untilShown("the file") { alice.chosenFile == "photo.jpg, 9 B" }
      #expect(alice.lines.isEmpty)
      alice.sendChosenFile()
      try await untilShown("the line") { alice.lines.count == 1 }
      #expect(alice.chosenFile == nil)
      let message = try await Windows.copyLast(of: alice)

      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      bob.paste(message)
      try await untilShown("the offer") { bob.lines.last?.kind == .file(.offered) }
      bob.paste(message)
      bob.save(0)
      try await untilShown("the saved file") { bob.lines[0].kind == .file(.done("photo (2).jpg")) }
      #expect(bob.lines.count == 1 && window.problem == nil)
      #expect(try read(downloads + "/photo (2).jpg") == "a picture")
      #expect(try read(downloads + "/photo.jpg") == "mine")
      #expect(try Disk().list(downloads).count == 2)
      bob.paste(message)
      try await untilShown("that it was read") { window.problem != nil }
    }
  }

  @Test("A file that is too large to copy leaves attached to an email, and is read when dropped")
  func mail() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory, size: 1 << 20)
      for name in ["alice", "bob"] { try Disk().createDirectory("\(directory)/\(name).downloads") }
      let picture = String(repeating: "picture ", count: 20_000)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.choose(file: try write(picture, as: "photo.jpg", in: directory))
      try await untilShown("the file") { alice.chosenFile != nil }
      alice.sendChosenFile()
      try await untilShown("the line") { alice.lines.count == 1 }
      #expect(!alice.lines[0].canBeCopied)
      var names: [String] = []
      for _ in 1...2 { alice.saveForMail(1...1) { names.append($0) } }
      try await untilShown("both files") { names.count == 2 }
      #expect(names == ["message.vernam", "message (2).vernam"])

      let mail = "\(directory)/alice.downloads/\(names[1])"
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      bob.choose(files: [mail])
      try await untilShown("the offer") { bob.lines.last?.kind == .file(.offered) }
      #expect(bob.chosenFile == nil)
      bob.save(0)
      try await untilShown("the saved file") { bob.lines[0].kind == .file(.done("photo.jpg")) }
      #expect(try read("\(directory)/bob.downloads/photo.jpg") == picture)
      window.leave()
      window.paste(files: ["\(directory)/photo.jpg"])
      try await untilShown("that it is no message") { window.problem != nil }
      window.paste(files: names.map { "\(directory)/alice.downloads/\($0)" })
      try await untilShown("that it was read") {
        window.problem?.what.contains("already") == true
      }
    }
  }

  @Test("A file that cannot be saved stays unread and can be saved later")
  func noFolder() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let content = SecretSource(secret("a picture"))
      let packet = try two.alice.send(
        .file(FileName(path: "../.profile")), content, to: two.alice.contact("bob")
      ).packet
      let (window, bob) = try await Windows.open("bob", with: "alice", in: directory)
      bob.paste(try PacketArmor.text(of: packet))
      try await untilShown("the offer") { bob.lines.last?.kind == .file(.offered) }
      bob.save(0)
      try await untilShown("a problem") { window.problem != nil }
      #expect(bob.lines[0].kind == .file(.offered))
      try Disk().createDirectory(directory + "/bob.downloads")
      bob.save(0)
      try await untilShown("the saved file") { bob.lines[0].kind == .file(.done("file")) }
    }
  }

  @Test("That a file would use much of the pad is said before it is sent")
  func large() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let content = String(repeating: "x", count: 16 << 10)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      alice.choose(file: try write(content, as: "large", in: directory))
      try await untilShown("the file") { alice.chosenFile != nil }
      let words = try #require(alice.chosenFile)
      #expect(words.hasPrefix("large, 16.0 KiB. It would use ") && words.hasSuffix(" is left"))
      alice.sendChosenFile()
      try await untilShown("the line") { !alice.lines.isEmpty }
      #expect(
        alice.lines.last?.text.takeText()
          == "File: large, 16.0 KiB.")
    }
  }

  @Test("A file that is not there, is empty or is a folder is not chosen")
  func unfit() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let empty = try write("", as: "empty", in: directory)
      let (window, alice) = try await Windows.open("alice", with: "bob", in: directory)
      for path in [directory + "/nothing", empty, directory] {
        window.dismissProblem()
        alice.choose(file: path)
        try await untilShown("a problem") { window.problem != nil }
        #expect(alice.chosenFile == nil)
      }
      let file = try write("one", as: "one", in: directory)
      window.dismissProblem()
      alice.choose(files: [file, file])
      #expect(window.problem?.what == "Only one file can be sent at a time.")
      #expect(alice.chosenFile == nil && window.dismissFailure() && !window.dismissFailure())
      alice.choose(files: [file])
      try await untilShown("the file") { alice.chosenFile != nil }
      window.fail(VaultError.noContacts)
      window.alarm(.sendingClosed("bob", .moved))
      // What nobody has seen behind an alarm is not dismissed.
      #expect(!window.dismissFailure())
    }
  }

  @Test("A message that waits is shown as codes, which hold it, until it arrives")
  func codes() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      _ = try await Windows.write(String(repeating: "long ", count: 300), in: alice)
      alice.showCodes(1...1)
      try await untilShown("the codes") { alice.codes != nil }
      #expect((alice.codes?.count ?? 0) > 1)
      alice.hideCodes()
      #expect(alice.codes == nil)
      alice.showCodes(1...1)
      try await untilShown("the codes again") { alice.codes != nil }
      alice.reporter.show(.arrived(1))
      try await untilShown("the conversation") { alice.codes == nil }
    }
  }
}

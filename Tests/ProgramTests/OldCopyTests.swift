import Pad
import System
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("An old copy of a vault in the window")
struct OldCopyTests {
  @Test("gets the advice that the commands give, without commands")
  func advice() {
    let advice =
      "Use the other copy of this vault and delete this one; if you have no other, meet bob and "
      + "share another pad."
    #expect(Problem(VaultError.sendingClosed("bob", .vaultIsOlder)).hint == advice)
    #expect(
      Problem(alarm: .sendingClosed("bob", .vaultIsOlder)).hint
        == advice.replacing("meet bob", with: "meet"))
    #expect(Problem(alarm: .sendingClosed("bob", .moved)).hint == "Meet and share another pad.")
  }

  @Test("says so instead of the line for a message")
  func obstacle() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let path = "\(directory)/alice/pads/\(two.padID.hexadecimal)/state"
      let before = try readFile(path)
      _ = try two.alice.sendText("sent, and then forgotten", to: "bob")
      try Disk().open(path, writable: true).write(before.span, at: 0)
      #expect(
        try Person.obstacle(two.alice.contact("bob"))
          == "You can no longer write on this pad: use the other copy of this vault and delete this "
          + "one; if you have no other, meet and share another")
    }
  }

  @Test("asks first whether anything was sent from another copy, and does as the answer says")
  @MainActor func adopting() async throws {
    for (isOnlyCopy, obstacle) in [
      (true, nil),
      (false, "You can no longer write on this pad: meet and share another"),
    ] {
      try await withTemporaryDirectory { directory in
        let two = try TwoVaults(in: directory)
        let path = "\(directory)/alice/pads/\(two.padID.hexadecimal)/state"
        let bytes = try readFile(path)
        try Disk().rename(path, to: "\(directory)/original")
        try writeFile(path, bytes)
        let window = WindowModel(.test("\(directory)/alice"))
        window.start()
        try await untilShown("the question") { window.page == .adopting }
        let words = try #require(window.adoption?.words)
        #expect(words.hasPrefix("A pad of this vault was copied, restored or moved here. Was any"))
        window.postponeAdoption()
        try await untilShown("the people") { window.page == .people }
        window.adopt(isOnlyCopy: true)
        #expect(try Person.obstacle(two.alice.contact("bob"))?.hasPrefix("This vault was") == true)
        window.start()
        try await untilShown("the question again") { window.page == .adopting }
        // The answer to another question than that of the moment counts for nothing.
        window.adoption = AdoptionQuestion(Adoption())
        window.adopt(isOnlyCopy: isOnlyCopy)
        try await untilShown("the right question") { window.adoption?.words == words }
        #expect(try Person.obstacle(two.alice.contact("bob"))?.hasPrefix("This vault was") == true)
        window.lock()
        #expect(window.page == .adopting)
        window.adopt(isOnlyCopy: isOnlyCopy)
        try await untilShown("the people") { window.page == .people }
        #expect(try Person.obstacle(two.alice.contact("bob")) == obstacle)
        #expect(window.problem?.what.hasPrefix("You can now") == true)
      }
    }
  }

  @Test("A vault that was copied says so there, too")
  func moved() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let path = "\(directory)/alice/pads/\(two.padID.hexadecimal)/state"
      let bytes = try readFile(path)
      try Disk().rename(path, to: "\(directory)/original")
      try writeFile(path, bytes)
      #expect(
        try Person.obstacle(two.alice.contact("bob"))
          == "This vault was copied, restored or moved here: close the window, and open it again to "
          + "answer the question about it")
    }
  }
}

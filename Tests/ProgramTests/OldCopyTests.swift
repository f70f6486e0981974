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
          == "This vault was copied, restored or moved here")
    }
  }
}

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
}

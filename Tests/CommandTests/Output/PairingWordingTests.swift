import Pairing
import Testing
import Vault
import Wording

@Suite("Wording of pairing errors")
struct PairingWordingTests {
  @Test("A first message that is not genuine names the contact, and the pad that stays")
  func badHello() {
    let pad = PadID((0..<16).map { $0 * 16 })
    let error = PairingError.badHello(from: "bob", pad: pad)
    #expect(error.what == "the first message from bob's computer is not genuine")
    for hint in [error.hint, error.hintToGoOn] {
      #expect(hint.contains("\"vernam forget 00102030\", which removes the new pad"))
    }
  }
}

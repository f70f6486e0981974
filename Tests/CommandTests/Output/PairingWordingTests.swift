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

  @Test(
    "A slip of one of the two people is no alarm; anything else is an error",
    arguments: [
      (.wrongCode, true), (.wrongComputer, true), (.otherEndStopped, true),
      (.wrongConfirmation, false), (.brokenCommitment, false), (.badFrame, false),
      (.storedDiffers, false), (.notVernam, false),
    ] as [(PairingError, Bool)])
  func slips(_ error: PairingError, _ isSlip: Bool) { #expect(error.isLikelySlip == isSlip) }

  @Test("What a pad of dice assumes is said, however short the words are")
  func assumptions() throws {
    let source = Provenance.Source("dice", assumptions: "rolls that nobody has seen")
    let dice = Provenance(source: try #require(source), transfer: .carried)
    #expect(
      dice.basisSentence("this computer")
        == "rests on dice or coins. This assumes rolls that nobody has seen.")
  }

  @Test("A slip at either end is named before an attack, which looks the same")
  func hintsOfSlips() {
    for (error, slip) in [
      (PairingError.wrongCode, "it was probably mistyped"),
      (.otherEndStopped, "probably a code was mistyped"),
    ] as [(PairingError, String)] {
      for hint in [error.hint, error.hintToGoOn] {
        #expect(hint.hasPrefix(slip))
        #expect(hint.contains("if it happens again, somebody on the network may be interfering"))
      }
    }
  }
}

import Testing
import Wording

@testable import vernam

@Suite("How strong a passphrase is")
struct PassphraseStrengthTests {
  @Test(
    "depends on its length and its characters, and on what everybody chooses",
    arguments: [
      ("Password2024!", .weak), ("letmein", .weak), ("aaaaaaaaaaaaaaaaaaaa", .weak),
      ("1234567890123", .weak), ("zyxwvutsrqponmlk", .weak), ("vpzkwqxg", .weak),
      ("Passwords are words", .strong), ("vpzkwqxgtm", .fair), ("k7Wq-zR2vB", .fair),
      ("k7Wq-zR2vB9x", .strong), ("mule quartz orbit lamp", .strong), ("пароль дня", .fair),
    ] as [(String, PassphraseStrength)])
  func kinds(_ passphrase: String, _ strength: PassphraseStrength) {
    let bytes = Array(passphrase.utf8)
    #expect(PassphraseStrength(bytes.span) == strength)
  }
}

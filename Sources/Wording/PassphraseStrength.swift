internal import Glibc
internal import Pad

/// How hard a new passphrase is to guess, as far as its length and characters show. A guess costs
/// at least 128 MiB of memory and a fraction of a second.
package enum PassphraseStrength {
  /// Programs that try passphrases find it.
  case weak
  /// Only chance makes it hard to guess.
  case fair
  case strong

  /// Bits of a random passphrase of this length. Below the first, enough computers try them all.
  private static let fairBits = 45.0
  private static let strongBits = 75.0

  /// What people choose most; a common one with digits behind it is as common.
  private static let common = [
    "password", "passphrase", "passwort", "passw0rd", "p@ssword", "qwerty", "qwertz", "azerty",
    "qwertyuiop", "asdfghjkl", "1q2w3e4r", "1qaz2wsx", "iloveyou", "letmein", "welcome", "monkey",
    "dragon", "football", "baseball", "princess", "sunshine", "superman", "starwars", "trustno1",
    "whatever", "changeme", "administrator", "admin", "secret", "vernam",
    "correcthorsebatterystaple", "correct horse battery staple",
  ]

  package init(_ passphrase: Span<UInt8>) {
    switch PassphraseStrength.isCommon(passphrase) ? 0 : PassphraseStrength.bits(of: passphrase) {
    case ..<PassphraseStrength.fairBits: self = .weak
    case ..<PassphraseStrength.strongBits: self = .fair
    default: self = .strong
    }
  }

  package var sentence: String {
    switch self {
    case .weak:
      "this passphrase is weak: programs that try short and common passphrases find it; five "
        + "random words would be strong"
    case .fair:
      "this passphrase is fair if it is random, but weak if it is made of words, names or dates"
    case .strong: "this passphrase is strong, unless it is a sentence or a name that others know"
    }
  }

  private static func isCommon(_ passphrase: Span<UInt8>) -> Bool {
    common.contains { word in
      let word = Array(word.utf8)
      guard word.count <= passphrase.count else { return false }
      return passphrase.indices.allSatisfy { index in
        index < word.count
          ? passphrase[index] | 0x20 == word[index] | 0x20
          : (0x21...0x3F).contains(passphrase[index])
      }
    }
  }

  /// An upper bound: its length, and how many characters there are of the kinds that it has.
  private static func bits(of passphrase: Span<UInt8>) -> Double {
    var kinds: Set<ClosedRange<UInt8>> = []
    var count = 0.0
    for index in passphrase.indices {
      let byte = passphrase[index]
      // The later bytes of a character.
      if byte & 0xC0 == 0x80 { continue }
      kinds.formUnion(PassphraseStrength.kinds.filter { $0.contains(byte) })
      // A character that follows from the one before, as in "aaa", "1234" and "cba", adds nothing.
      if index > 0, abs(Int(byte) - Int(passphrase[index - 1])) <= 1 { continue }
      count += 1
    }
    return count * log2(Double(max(kinds.reduce(0) { $0 + $1.count }, 1)))
  }

  /// Digits, capitals, small letters, four kinds of signs, other scripts.
  private static let kinds: [ClosedRange<UInt8>] = [
    0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E,
    0x80...0xFF,
  ]
}

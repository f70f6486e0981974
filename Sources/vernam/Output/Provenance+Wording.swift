internal import Vault

extension Provenance.Source {
  static let kernel: Self = "the kernel's generator (getrandom)"
  static let unknownFile: Self =
    "a file of unknown origin, XORed with the kernel's generator (getrandom)"

  /// The same for people. Another source has described itself.
  var plain: String {
    switch self {
    case .kernel: "the computer's random generator"
    case .unknownFile: "a file of unknown origin and the computer's random generator"
    default: description
    }
  }
}

extension Provenance {
  /// What may be claimed for the pad, given its weakest link (vernam-randomness(7)).
  var grade: String { assumptions == nil ? "computational" : "unconditional" }

  /// What that means, for people.
  var plainSecrecy: String {
    if let assumptions { return "for good, given \(assumptions)" }
    let generator = "can predict the random generator of the computer that made the pad"
    return switch transfer {
    case .network:
      "unless someone recorded the pairing and breaks its encryption later, or \(generator)"
    case .carried: "unless someone \(generator)"
    }
  }

  /// What that means: how long messages on the pad are secret.
  var secrecy: String {
    if let assumptions { return "for good, given \(assumptions)" }
    return switch transfer {
    case .network:
      "unless someone recorded the pairing and can break both X25519 and ML-KEM-768, or can predict the random generator of the computer that made the pad"
    case .carried:
      "unless someone can predict the random generator of the computer that made the pad"
    }
  }
}

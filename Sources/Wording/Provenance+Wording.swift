package import Vault

extension Provenance.Source {
  package static let kernel: Self = "the kernel's generator (getrandom)"
  package static let unknownFile: Self =
    "a file of unknown origin, XORed with the kernel's generator (getrandom)"
}

extension Provenance {
  /// What the secrecy of a pad that `place` made rests on, for people.
  package func basis(_ place: String) -> String {
    switch grade {
    case .unconditional: return "dice or coins"
    case .physical: return "physical noise"
    case .computational: break
    }
    let numbers = "the random numbers of \(place)"
    return switch transfer {
    case .network: "\(numbers) and the encryption of the pairing"
    case .relayed:
      "\(numbers), the encryption of the pairing, and codes that may have been read out from a distance"
    case .carried: "\(numbers), and a carried file that nobody else has read"
    }
  }

  /// The rest of a sentence about that, and what it assumes; or, unless it depends on people's care, what
  /// is known of those who might break it.
  package func basisSentence(_ place: String) -> String {
    let isForExperts = grade == .computational && transfer == .network
    return "rests on \(basis(place))."
      + (assumptions.map { " This assumes \($0)." } ?? "")
      + (isForExperts ? " As far as anyone knows, nobody can guess or break these." : "")
  }

  /// What that means: how long messages on the pad are secret.
  package var secrecy: String {
    if let assumptions {
      return
        "\(grade == .physical ? "thanks to physical noise" : "for good"), given \(assumptions)"
    }
    let attacks =
      "recorded the pairing and can break its encryption (X25519 and ML-KEM-768), or can guess the "
      + "random numbers of the computer that made the pad"
    return switch transfer {
    case .network: "unless someone \(attacks)"
    case .relayed:
      "unless someone changed the codes while you read them to each other, or \(attacks)"
    case .carried:
      "unless someone can guess the random numbers of the computer that made the pad"
    }
  }
}

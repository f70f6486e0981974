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
      "\(numbers), the encryption of the pairing, and codes that were read out from afar"
    case .carried: "\(numbers), and a carried file that nobody else has read"
    }
  }

  /// How somebody else could read what is written on a pad that `place` made, for people who do not know
  /// the words of cryptography: "only by" comes before it.
  package func attack(_ place: String) -> String {
    let guess =
      switch grade {
      case .unconditional: "learning how the dice or coins fell"
      case .physical: "predicting physical noise"
      case .computational: "guessing the random numbers that \(place) made"
      }
    return switch transfer {
    case .network: "\(guess), or by breaking the encryption of the pairing"
    case .relayed:
      "\(guess), by breaking the encryption of the pairing, or by changing the codes while you read "
        + "them out"
    case .carried: "\(guess), or with a copy of the file that was carried"
    }
  }

  /// What that means: how long messages on the pad are secret.
  package var secrecy: String {
    if let assumptions {
      return
        "\(grade == .physical ? "thanks to physical noise" : "for good"), given \(assumptions)"
    }
    let attacks =
      "recorded the pairing and can break both of its key exchanges (X25519 and ML-KEM-768), "
      + "or can predict the random generator of the computer that made the pad"
    return switch transfer {
    case .network: "unless someone \(attacks)"
    case .relayed:
      "unless someone changed the codes while you read them to each other, or \(attacks)"
    case .carried:
      "unless someone can predict the random generator of the computer that made the pad"
    }
  }
}

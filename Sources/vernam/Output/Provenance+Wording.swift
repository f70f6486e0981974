internal import Vault

extension Provenance.Source {
  static let kernel: Self = "the kernel's generator (getrandom)"
  static let unknownFile: Self =
    "a file of unknown origin, XORed with the kernel's generator (getrandom)"
}

extension Provenance {
  /// What may be claimed for the pad, given its weakest link (vernam-randomness(7)).
  var grade: String { assumptions == nil ? "computational" : "unconditional" }

  /// Why it is that grade, in a few words.
  var weakestLink: String {
    if let assumptions { return "given \(assumptions)" }
    return switch transfer {
    case .network: "it travelled over the network (X25519 with ML-KEM-768)"
    case .carried: "its bytes rest on the generator of the machine that made it"
    }
  }
}

import TestSupport
import Testing

/// A vault with the passphrase "right", and files that hold passphrases.
struct ClosedVault {
  let directory: String
  let end: End

  /// The names of the files, each of which holds its own name as the passphrase.
  static let passphrases = ["right", "wrong", "new"]

  init(in directory: String) throws {
    self.directory = directory
    end = End(directory, "closed", peer: "nobody")
    for name in ClosedVault.passphrases { try "\(name)\n".save(at: "\(directory)/\(name)") }
    try end.succeed(["init"] + with("right"))
  }

  /// Options that give a passphrase.
  func with(_ passphrase: String) -> [String] {
    ["--passphrase-file", "\(directory)/\(passphrase)"]
  }

  /// The exit status of `status` with a passphrase.
  func status(_ passphrase: String) throws -> Int {
    try end.run(["status"] + with(passphrase)).status
  }
}

import TestSupport
import Testing

/// A vault with the passphrase "right", and files to give passphrases with.
struct ClosedVault {
  let directory: String
  let end: End

  /// Names of files that hold a passphrase of the same name each.
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

  /// The vault and the exit status of `status` with a passphrase.
  func status(_ passphrase: String) throws -> Int {
    try end.run(["status"] + with(passphrase)).status
  }
}

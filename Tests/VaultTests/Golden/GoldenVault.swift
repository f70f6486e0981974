import Codec
import Pad
import Primitives
import System
import TestSupport

@testable import Vault

/// The stored vaults of a format version (`Fixtures/Vaults/N`, made by `GoldenVault.make`), and
/// what is known about them.
struct GoldenVault {
  static let folder = "Vaults/1"
  static let padID = PadID((0..<16).map { $0 })
  static let shape = PadShape(size: 2048, split: 50)!
  static let cost = Scrypt.Cost(logN: 10, r: 8, p: 1)
  /// The text of the message in `Fixtures/Vaults/N/message`, from bob to alice, not read yet.
  static let text = "A message that was sent when the vault was made.\n"

  /// Alice's vault is open to all, bob's has a passphrase.
  enum Owner: String, CaseIterable, Sendable {
    case alice, bob

    var passphrase: String { self == .alice ? "" : "golden passphrase" }
    var peer: String { self == .alice ? "bob" : "alice" }
  }

  /// All bytes of the pad: 66 hashes in a row.
  static var material: [UInt8] {
    (0..<UInt32(66)).flatMap { number in
      let text = Array("vernam golden vault".utf8) + number.bigEndianBytes
      return SHA256.hash(text.span)
    }
  }

  static func environment(_ directory: String) -> VaultEnvironment {
    var environment = VaultEnvironment(
      machineID: Array("a machine".utf8), counterDirectory: directory)
    // Two pages per slot test as much as 1 MiB.
    environment.contactSlotBytes = 8 << 10
    return environment
  }

  static func open(_ path: String, _ owner: Owner) throws -> Vault {
    try Vault.open(path, environment: environment(path + ".state")) {
      SecretBytes(copying: Array(owner.passphrase.utf8).span)
    }
  }

  /// Copies a stored vault, with the modes and the empty directories that git does not keep.
  static func copy(_ owner: Owner, to path: String) throws {
    let disk = Disk()
    let id = padID.hexadecimal
    for directory in ["", "/pads", "/pads/\(id)", "/spool", ".state"] {
      try disk.createDirectory(path + directory)
    }
    for file in ["vault", "contacts", "gone", "CACHEDIR.TAG", "pads/\(id)/state", "pads/\(id)/pad"]
    {
      let bytes = try readFile(Fixtures.path("\(folder)/\(owner)/\(file)"))
      try writeFile("\(path)/\(file)", bytes)
    }
  }

  /// Makes both vaults in `directory`: alice has sent one message and read the second of bob's two;
  /// the first is left in the file `message`.
  static func make(in directory: String) throws {
    for owner in Owner.allCases {
      let path = "\(directory)/\(owner)"
      try Disk().createDirectory(path + ".state")
      try Vault.create(
        path, environment: environment(path + ".state"),
        passphrase: SecretBytes(copying: Array(owner.passphrase.utf8).span), cost: cost)
      try TwoVaults.add(
        SecretBytes(copying: material.span), padID, shape, to: open(path, owner), of: owner.peer,
        owner == .alice ? .giver : .taker, true)
    }
    let alice = try open("\(directory)/alice", .alice)
    let bob = try open("\(directory)/bob", .bob)
    _ = try bob.receiveText(alice.sendText("From alice.\n", to: "bob"))
    try writeFile("\(directory)/message", bob.sendText(text, to: "alice"))
    _ = try alice.receiveText(bob.sendText("From bob.\n", to: "alice"))
  }
}

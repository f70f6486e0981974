import Codec
import Pad
import Primitives
import System
import TestSupport
import Vault

/// Two vaults in a directory of the test's own, with one pad between them.
struct TwoVaults {
  let alice: Vault
  let bob: Vault
  let padID: PadID
  let directory: String

  static let cost = Scrypt.Cost(logN: 4, r: 8, p: 1)

  /// `isConfirmed` tells the giver, alice, that bob has the pad.
  init(
    in directory: String, size: Int = 64 << 10, split: Int = 50, isConfirmed: Bool = true,
    randomness: any Randomness = KernelRandomness()
  ) throws {
    self.directory = directory
    alice = try TwoVaults.vault(directory + "/alice", randomness)
    bob = try TwoVaults.vault(directory + "/bob", randomness)
    padID = PadID(randomness.bytes(16))
    let shape = PadShape(size: size, split: split)!
    let material = SecretBytes(random: shape.materialBytes, from: randomness)
    try TwoVaults.add(material, padID, shape, to: alice, of: "bob", .giver, false)
    try TwoVaults.add(material, padID, shape, to: bob, of: "alice", .taker, true)
    if isConfirmed { try alice.receiveHello(bob.hello(pad: padID), pad: padID) }
  }

  static func environment(_ directory: String) -> VaultEnvironment {
    VaultEnvironment(machineID: Array("test machine".utf8), witnessDirectory: directory)
  }

  static func vault(_ directory: String, _ randomness: any Randomness) throws -> Vault {
    try? Disk().createDirectory(directory + ".state")
    var environment = environment(directory + ".state")
    environment.randomness = randomness
    try Vault.create(
      directory, environment: environment, passphrase: SecretBytes(count: 0), cost: cost)
    return try open(directory, environment)
  }

  static func open(
    _ directory: String, _ environment: VaultEnvironment, for access: Access = .changing
  ) throws -> Vault {
    try Vault.open(directory, for: access, environment: environment) { SecretBytes(count: 0) }
  }

  static func add(
    _ material: borrowing SecretBytes, _ id: PadID, _ shape: PadShape, to vault: Vault,
    of contact: String, _ role: PadRole, _ isConfirmed: Bool
  ) throws {
    var writer = try vault.makePad(id: id, contact: contact, role: role, shape: shape)
    try material.withBytes { try writer.append($0) }
    let record = Provenance(source: "a test", transfer: .network)
    try writer.commit(provenance: record, confirmed: isConfirmed)
  }
}

extension Vault {
  func sendText(_ text: String, to name: String) throws -> [UInt8] {
    try send(.text, SecretBytes(copying: Array(text.utf8).span), to: name)
  }

  func receiveText(_ packet: [UInt8]) throws -> String {
    var text = ""
    _ = try receive(packet) { _, body in
      text = body.withContent { String(decoding: $0.publicCopy, as: UTF8.self) }
    }
    return text
  }
}

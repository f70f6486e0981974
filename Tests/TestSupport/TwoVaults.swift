internal import Codec
package import Pad
package import Primitives
package import System
package import Vault

/// Two vaults in the test's own directory, with one pad between them.
package struct TwoVaults {
  package let alice: Vault
  package let bob: Vault
  package let padID: PadID
  package let directory: String

  package static let cost = Scrypt.Cost(logN: 4, r: 8, p: 1)
  /// The shape of pads that are added later.
  package static let shape = PadShape(size: 64 << 10, split: 50)!

  /// `isConfirmed`: the giver, alice, knows that bob has the pad.
  package init(
    in directory: String, size: Int = 64 << 10, split: Int = 50, isConfirmed: Bool = true,
    randomness: any Randomness = KernelRandomness()
  ) throws {
    self.directory = directory
    alice = try TwoVaults.vault(directory + "/alice", randomness)
    bob = try TwoVaults.vault(directory + "/bob", randomness)
    let shape = PadShape(size: size, split: split)!
    padID = try TwoVaults.addPad(
      to: alice, and: bob, shape, isConfirmed: isConfirmed, randomness: randomness)
  }

  /// Each vault has its counters beside it, in a directory of the same name followed by `.state`.
  package static func environment(_ counters: String?) -> VaultEnvironment {
    var environment = VaultEnvironment(
      machineID: Array("test machine".utf8), counterDirectory: counters)
    environment.contactSlotBytes = 16 << 10
    return environment
  }

  package static func vault(
    _ directory: String, _ randomness: any Randomness = KernelRandomness()
  ) throws -> Vault {
    try? Disk().createDirectory(directory + ".state")
    var environment = environment(directory + ".state")
    environment.randomness = randomness
    return try vault(directory, environment)
  }

  package static func vault(_ directory: String, _ environment: VaultEnvironment) throws -> Vault {
    try Vault.create(
      directory, environment: environment, passphrase: SecretBytes(count: 0), cost: cost)
    return try open(directory, environment)
  }

  package static func open(
    _ directory: String, _ environment: VaultEnvironment, for access: Access = .changing
  ) throws -> Vault {
    try Vault.open(directory, for: access, environment: environment) { SecretBytes(count: 0) }
  }

  package static func add(
    _ material: borrowing SecretBytes, _ id: PadID, _ shape: PadShape, to vault: Vault,
    of contact: String, _ role: PadRole, _ isConfirmed: Bool
  ) throws {
    var writer = try vault.makePad(id: id, contact: contact, role: role, shape: shape)
    try material.withBytes { try writer.append($0) }
    let record = Provenance(source: "a test", transfer: .network)
    try writer.commit(provenance: record, confirmed: isConfirmed)
  }

  /// Adds a pad for both. Alice, who gives it, knows that bob has it if it `isConfirmed`.
  @discardableResult
  package static func addPad(
    to alice: Vault, and bob: Vault, _ shape: PadShape = TwoVaults.shape, isConfirmed: Bool = true,
    randomness: any Randomness = KernelRandomness()
  ) throws -> PadID {
    let id = PadID(randomness.bytes(PadID.byteCount))
    let material = SecretBytes(random: shape.materialBytes, from: randomness)
    try add(material, id, shape, to: alice, of: "bob", .giver, false)
    try add(material, id, shape, to: bob, of: "alice", .taker, true)
    if isConfirmed { try alice.receiveHello(bob.hello(pad: id), pad: id) }
    return id
  }

  /// Adds a pad whose other end is not needed.
  @discardableResult
  package static func addPad(to vault: Vault, of contact: String) throws -> PadID {
    let id = PadID(KernelRandomness().bytes(PadID.byteCount))
    let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
    try add(material, id, shape, to: vault, of: contact, .giver, true)
    return id
  }
}

extension Vault {
  package func sendText(_ text: String, to name: String) throws -> [UInt8] {
    let content = SecretSource(SecretBytes(copying: Array(text.utf8).span))
    let packet = try send(.text, content, to: contact(name)).packet
    return try packet.bytes(0..<packet.count)
  }

  package func receiveText(_ packet: [UInt8]) throws -> String {
    var text = ""
    _ = try receive(packet) { _, body in
      text = body.withContent { String(decoding: $0.publicCopy, as: UTF8.self) }
    }
    return text
  }
}

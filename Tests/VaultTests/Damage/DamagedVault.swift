import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// A vault in use, whose files a test damages: a pad with bob that has carried messages both ways,
/// one of bob's still unread; an unused pad with carol; and a forgotten pad.
struct DamagedVault {
  static let shape = PadShape(size: 8192, split: 50)!
  /// Chunks of bob's pad that were used for sending.
  static let sent = 3

  let vault: Vault
  let directory: String
  let bobPad = PadID([UInt8](repeating: 0xb0, count: 16))
  let carolPad = PadID([UInt8](repeating: 0xca, count: 16))
  let gonePad = PadID([UInt8](repeating: 0xda, count: 16))
  let files: VaultFiles
  let environment: VaultEnvironment
  private let warnings: Said
  private let material: [UInt8]
  /// From bob; not read yet.
  private let pending: [UInt8]

  init(in directory: String) throws {
    self.directory = directory + "/alice"
    let randomness = KernelRandomness()
    let alice = try TwoVaults.vault(directory + "/alice", randomness)
    let bob = try TwoVaults.vault(directory + "/bob", randomness)
    let material = randomness.bytes(DamagedVault.shape.materialBytes)
    for (id, name) in [(bobPad, "bob"), (carolPad, "carol"), (gonePad, "dave")] {
      try TwoVaults.add(
        SecretBytes(copying: material.span), id, DamagedVault.shape, to: alice, of: name, .giver,
        true)
    }
    try TwoVaults.add(
      SecretBytes(copying: material.span), bobPad, DamagedVault.shape, to: bob, of: "alice",
      .taker, true)
    for number in 0..<DamagedVault.sent { _ = try alice.sendText("\(number)", to: "bob") }
    let packets = try (0..<3).map { try bob.sendText("\($0)", to: "alice") }
    for number in [0, 2] { _ = try alice.receiveText(packets[number]) }
    try alice.forget("dave")
    self.material = material
    pending = packets[1]
    vault = alice
    let warnings = Said()
    var environment = TwoVaults.environment(directory + "/alice.state")
    environment.warn = warnings.add
    self.warnings = warnings
    self.environment = environment
    // Its counter would hide that the list of forgotten pads is damaged.
    try Disk().remove(CounterFile(of: gonePad, alice).path)
    files = try VaultFiles([directory + "/alice", directory + "/alice.state"])
  }

  var layout: VaultLayout { VaultLayout(directory: directory) }

  /// The outcome of using the vault.
  struct Use {
    var errors: [VaultError] = []
    var works: Set<String> = []
    var warnings: [VaultWarning] = []

    var isSilent: Bool { errors.isEmpty && warnings.isEmpty }
  }

  /// Does in turn what a person does. What is shown and sent has to be right, and every error has
  /// to name something of this vault.
  func use() throws -> Use {
    var use = Use()
    try attempt("open", &use) { _ = try TwoVaults.open(directory, environment) }
    guard let vault = try? TwoVaults.open(directory, environment) else { return use }
    try attempt("contacts", &use) { _ = try vault.contacts() }
    let (bob, carol) = (name(bobPad, vault) ?? "bob", name(carolPad, vault) ?? "carol")
    try attempt("send to bob", &use) { try check(vault.sendText("after", to: bob)) }
    try attempt("read from bob", &use) {
      let text = try vault.receiveText(pending)
      #expect(text == "1")
    }
    if use.works.contains("read from bob") {
      #expect(throws: VaultError.alreadyRead(from: bob)) { try vault.receiveText(pending) }
    }
    try attempt("send to carol", &use) { _ = try vault.sendText("after", to: carol) }
    try attempt("take in again", &use) { try takeInAgain(vault) }
    use.warnings = warnings.take()
    return use
  }

  /// The name of a pad's contact. If the contact book is damaged, the old name is lost.
  private func name(_ pad: PadID, _ vault: Vault) -> String? {
    let contacts = (try? vault.contacts()) ?? []
    return contacts.first { $0.pads.contains { $0.id == pad } }?.name
  }

  private func takeInAgain(_ vault: Vault) throws {
    do throws(VaultError) {
      _ = try vault.makePad(id: gonePad, contact: "eve", role: .taker, shape: DamagedVault.shape)
      Issue.record("a pad that was forgotten is taken in again")
    } catch {
      if error != .padKnown { throw error }
    }
  }

  private func attempt(_ step: String, _ use: inout Use, _ body: () throws -> Void) throws {
    do {
      try body()
      use.works.insert(step)
    } catch let error as VaultError {
      use.errors.append(error)
      switch error {
      case .sendingClosed: break
      default: #expect("\(error)".contains(directory), "\(step): \(error)")
      }
    }
  }

  /// Checks that a packet of ours uses fresh chunks and has the right text.
  private func check(_ packet: [UInt8]) throws {
    let key = Array(material[..<32])
    let found = Packet.chunk(of: packet.span, headerKey: key.span)
    let chunk = try #require(found)
    #expect(chunk >= DamagedVault.sent)
    let lane = PadShape.headerKeysBytes + chunk * 256
    let position = PacketPosition(padID: bobPad.bytes, lane: 0, chunk: chunk)
    let slice = Array(material[lane..<lane + 256])
    guard let body = ReferencePacket.body(of: packet, slice: slice, at: position) else {
      Issue.record("a packet that is not authentic")
      return
    }
    #expect(body.withContent { $0.publicCopy } == Array("after".utf8))
  }
}

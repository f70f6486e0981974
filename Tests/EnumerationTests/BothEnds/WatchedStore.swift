import Pad
import Vault

@testable import Pairing

/// A vault's pads as pairing sees them; everything done to them is entered in the ledger.
struct WatchedStore: PadStore, @unchecked Sendable {
  private let store: VaultPadStore
  private let session: Session
  private let altering: Bool

  /// `altering`: the disk gets something other than what is appended to a pad.
  init(_ store: VaultPadStore, _ session: Session, altering: Bool = false) {
    self.store = store
    self.session = session
    self.altering = altering
  }

  var freeBytes: Int { store.freeBytes }
  func storedBytes(_ shape: PadShape) -> Int { store.storedBytes(shape) }

  func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(PairingError) -> any NewPad {
    let pad = try store.makePad(id: id, contact: contact, role: role, shape: shape)
    return WatchedPad(pad, session.stage, altering: altering)
  }

  func isKnown(padID: PadID) throws(PairingError) -> Bool { try store.isKnown(padID: padID) }

  func hello(pad id: PadID) throws(PairingError) -> [UInt8] {
    let packet = try store.hello(pad: id)
    guard let read = session.cast.read(packet, lane: 1) else {
      session.stage.ledger.violate("6: the taker's hello is not under the giver's pad")
      return packet
    }
    session.stage.ledger.use(read)
    return packet
  }

  func receiveHello(_ packet: [UInt8], pad id: PadID) throws(PairingError) -> Bool {
    try store.receiveHello(packet, pad: id)
  }

  func destroyPad(_ id: PadID) throws(PairingError) {
    session.beginDestroying(id)
    try store.destroyPad(id)
    session.stage.ledger.pad = .gone
  }
}

private final class WatchedPad: NewPad, @unchecked Sendable {
  private let pad: any NewPad
  private let stage: Stage
  private let altering: Bool

  init(_ pad: any NewPad, _ stage: Stage, altering: Bool) {
    self.pad = pad
    self.stage = stage
    self.altering = altering
  }

  func append(_ material: Span<UInt8>) throws(PairingError) {
    guard altering else { return try pad.append(material) }
    var bytes = material.withUnsafeBufferPointer { Array($0) }
    bytes[bytes.count - 1] ^= 1
    try pad.append(bytes.span)
  }

  func material(_ range: Range<Int>) throws(PairingError) -> SecretBytes { try pad.material(range) }

  func sync() throws(PairingError) { try pad.sync() }

  func readAgain(record: [UInt8]) throws(PairingError) { try pad.readAgain(record: record) }

  func digestOfStored(record: [UInt8]) throws(PairingError) -> [UInt8] {
    try pad.digestOfStored(record: record)
  }

  func commit(provenance: Provenance, confirmed: Bool) throws(PairingError) {
    stage.ledger.pad = .beingMade
    try pad.commit(provenance: provenance, confirmed: confirmed)
    stage.ledger.pad = .present
  }

  func discard() { pad.discard() }
}

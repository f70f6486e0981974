internal import Pad
internal import Synchronization
internal import Vault

/// A vault as pairing sees it.
struct VaultPadStore: PadStore {
  let vault: Vault

  var freeBytes: Int { vault.freeBytes }

  func storedBytes(_ shape: PadShape) -> Int { Vault.storedBytes(shape) }

  func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(PairingError) -> any NewPad {
    do {
      return VaultPad(try vault.makePad(id: id, contact: contact, role: role, shape: shape))
    } catch { throw .vault(error) }
  }

  func isKnown(padID: PadID) throws(PairingError) -> Bool {
    do { return try vault.isKnown(padID) } catch { throw .vault(error) }
  }

  func hello(pad id: PadID) throws(PairingError) -> [UInt8] {
    do { return try vault.hello(pad: id) } catch { throw .vault(error) }
  }

  func receiveHello(_ packet: [UInt8], pad id: PadID) throws(PairingError) -> Bool {
    do { return try vault.receiveHello(packet, pad: id) } catch { throw .vault(error) }
  }

  func destroyPad(_ id: PadID) throws(PairingError) {
    do { try vault.destroyPad(id) } catch { throw .vault(error) }
  }
}

/// A reference, which can be passed on, to the vault's writer, which can be consumed once.
private final class VaultPad: NewPad {
  private let writer: Mutex<PadWriter?>
  /// Has its own lock: reading waits for the medium while more is written.
  private let digest = Mutex<StoredDigest?>(nil)

  init(_ writer: consuming sending PadWriter) { self.writer = Mutex(consume writer) }

  func append(_ material: Span<UInt8>) throws(PairingError) {
    try change { writer throws(VaultError) in try writer.append(material) }
  }

  func material(_ range: Range<Int>) throws(PairingError) -> SecretBytes {
    try change { writer throws(VaultError) in try writer.material(range) }
  }

  func sync() throws(PairingError) {
    try change { writer throws(VaultError) in try writer.sync() }
  }

  func readAgain(record: [UInt8]) throws(PairingError) {
    let durable = try change { writer throws(VaultError) in writer.durable }
    do {
      try digest.withLock { digest throws(VaultError) in
        var begun = digest.take() ?? newDigest(record)
        try begun.advance(through: durable)
        digest = consume begun
      }
    } catch { throw .vault(error) }
  }

  func digestOfStored(record: [UInt8]) throws(PairingError) -> [UInt8] {
    try sync()
    do {
      return try digest.withLock { digest throws(VaultError) in
        try (digest.take() ?? newDigest(record)).finish()
      }
    } catch { throw .vault(error) }
  }

  private func newDigest(_ record: [UInt8]) -> StoredDigest {
    writer.withLock { $0!.storedDigest(record: record) }
  }

  func commit(provenance: Provenance, confirmed: Bool) throws(PairingError) {
    dropDigest()
    let writer = writer.withLock { $0.take() }
    do { try writer!.commit(provenance: provenance, confirmed: confirmed) } catch {
      throw .vault(error)
    }
  }

  func discard() {
    dropDigest()
    writer.withLock { $0.take() }?.discard()
  }

  /// The digest holds the keys, and the file, which stays locked until it is dropped.
  private func dropDigest() { digest.withLock { $0 = nil } }

  private func change<Result: ~Copyable>(
    _ body: (inout PadWriter) throws(VaultError) -> sending Result
  ) throws(PairingError) -> Result {
    do { return try writer.withLock { writer throws(VaultError) in try body(&writer!) } } catch {
      throw .vault(error)
    }
  }
}

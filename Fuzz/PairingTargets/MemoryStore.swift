package import Pad
package import Pairing
internal import Primitives
internal import Synchronization
package import Vault

/// Pads in memory, with the faults that a test asks for.
package final class MemoryStore: PadStore {
  package struct StoredPad: Equatable {
    package var material: [UInt8]
    package var source: Provenance.Source
    package var isConfirmed: Bool
  }

  package enum Fault: Sendable {
    case none, storesWrongByte, hasNoRoom, commitFails, syncFailsOnce, sendsBadHello
  }

  private let pads = Mutex<[PadID: StoredPad]>([:])
  private let known = Mutex<Set<PadID>>([])
  package let fault: Fault

  package init(fault: Fault = .none) { self.fault = fault }

  package var all: [StoredPad] { pads.withLock { Array($0.values) } }

  package var freeBytes: Int { fault == .hasNoRoom ? 4096 : 1 << 40 }
  package func storedBytes(_ shape: PadShape) -> Int { shape.materialBytes }
  package func isKnown(padID: PadID) throws(PairingError) -> Bool {
    known.withLock { $0.contains(padID) }
  }

  package func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(PairingError) -> any NewPad {
    MemoryPad(id, shape, self)
  }

  package func hello(pad id: PadID) throws(PairingError) -> [UInt8] {
    [UInt8](repeating: fault == .sendsBadHello ? 8 : 7, count: 120)
  }

  package func receiveHello(_ packet: [UInt8], pad id: PadID) throws(PairingError) -> Bool {
    guard packet == [UInt8](repeating: 7, count: 120) else { return false }
    pads.withLock { $0[id]!.isConfirmed = true }
    return true
  }

  package func destroyPad(_ id: PadID) throws(PairingError) { pads.withLock { $0[id] = nil } }

  fileprivate func add(_ id: PadID, _ pad: StoredPad) throws(PairingError) {
    if fault == .commitFails { throw .vault(.foreign) }
    pads.withLock { $0[id] = pad }
    known.withLock { _ = $0.insert(id) }
  }
}

private final class MemoryPad: NewPad {
  private let id: PadID
  private let shape: PadShape
  private let store: MemoryStore
  private let stored = Mutex<[UInt8]>([])
  private let syncs = Mutex(0)

  init(_ id: PadID, _ shape: PadShape, _ store: MemoryStore) {
    self.id = id
    self.shape = shape
    self.store = store
  }

  func append(_ piece: Span<UInt8>) throws(PairingError) {
    let bytes = piece.publicCopy
    stored.withLock { stored in
      let isFirst = stored.isEmpty
      stored += bytes
      if isFirst, store.fault == .storesWrongByte { stored[0] ^= 1 }
    }
  }

  func material(_ range: Range<Int>) throws(PairingError) -> SecretBytes {
    let piece = Array(material[range])
    return SecretBytes(copying: piece.span)
  }

  private var material: [UInt8] { stored.withLock { $0 } }

  func sync() throws(PairingError) {
    // Like a kernel that reports a disk error only once.
    let isFirst = syncs.withLock { syncs in
      syncs += 1
      return syncs == 1
    }
    if isFirst, store.fault == .syncFailsOnce { throw .vault(.foreign) }
  }

  func readAgain(record: [UInt8]) throws(PairingError) {}

  func digestOfStored(record: [UInt8]) throws(PairingError) -> [UInt8] {
    SHA256.hash((record + material).span)
  }

  func commit(provenance: Provenance, confirmed: Bool) throws(PairingError) {
    let material = material
    precondition(material.count == shape.materialBytes)
    try store.add(
      id,
      MemoryStore.StoredPad(
        material: material, source: provenance.source, isConfirmed: confirmed))
  }

  func discard() {}
}

// Invariant 6: a pad exists only once its state does, and its state is written last. Until then its
// directory counts as aborted; its keys are in memory only, and from `commit` on in a state without
// its name, which is overwritten when the pad is given up.
package import Pad
internal import Primitives
internal import System

/// A pad in the making: material comes in, in order, and is sealed chunk by chunk.
package struct PadWriter: ~Copyable {
  package var id: PadID { chunkFile.id }
  package let shape: PadShape
  private let vault: Vault
  private let contact: String
  /// The contact of that name when the pad was begun; it may be renamed meanwhile.
  private let person: ContactID?
  private let role: PadRole
  private let chunkFile: ChunkFile
  private let tree: KeyTree
  private var headerKeys = SecretBytes(count: PadShape.headerKeysBytes)
  private var group: ChunkGroup
  /// The chunk that is still incomplete.
  private var begun: SecretBytes
  private var begunBytes = 0
  private var received = 0
  /// Chunks that are on the medium.
  package private(set) var durable = 0

  init(
    id: PadID, shape: PadShape, role: PadRole, contact: String, person: ContactID?,
    file: any StoredFile, vault: Vault
  ) {
    self.person = person
    self.shape = shape
    self.role = role
    self.contact = contact
    self.vault = vault
    chunkFile = ChunkFile(
      file: file, id: id, chunkBytes: shape.chunkBytes, environment: vault.environment)
    group = ChunkGroup(chunkFile, of: shape.chunks)
    begun = SecretBytes(count: shape.chunkBytes)
    tree = KeyTree(leaves: shape.chunks, randomness: vault.environment.randomness)
  }

  /// Takes the next piece of material, of any size. More than the shape holds is a bug here.
  package mutating func append(_ material: Span<UInt8>) throws(VaultError) {
    precondition(received + material.count <= shape.materialBytes)
    var rest = material
    if received < PadShape.headerKeysBytes {
      let head = rest.extracting(first: min(rest.count, PadShape.headerKeysBytes - received))
      headerKeys.withMutableBytes { $0.copy(head, at: received) }
      rest = rest.extracting(droppingFirst: head.count)
      received += head.count
    }
    while !rest.isEmpty {
      let whole = begunBytes == 0 ? rest.count / shape.chunkBytes * shape.chunkBytes : 0
      let next = whole > 0 ? whole : min(rest.count, shape.chunkBytes - begunBytes)
      let piece = rest.extracting(first: next)
      if whole > 0 { try system(group.append(piece, tree: tree)) } else { try system(begin(piece)) }
      received += piece.count
      rest = rest.extracting(droppingFirst: piece.count)
    }
  }

  private mutating func begin(_ piece: Span<UInt8>) throws(SystemError) {
    let place = begunBytes
    begun.withMutableBytes { $0.copy(piece, at: place) }
    begunBytes += piece.count
    if begunBytes < shape.chunkBytes { return }
    try begun.withBytes { (chunk) throws(SystemError) in try group.append(chunk, tree: tree) }
    begunBytes = 0
  }

  /// Material that came in before, from memory or from storage: `range` counts bytes of material.
  package mutating func material(_ range: Range<Int>) throws(VaultError) -> SecretBytes {
    precondition(range.upperBound <= received && !range.isEmpty)
    try system(group.write())
    var result = SecretBytes(count: range.count)
    let keys = range.clamped(to: 0..<PadShape.headerKeysBytes)
    headerKeys.withBytes { bytes in
      result.withMutableBytes { $0.copy(bytes.extracting(keys), at: 0) }
    }
    let border = PadShape.headerKeysBytes + group.waiting.upperBound * shape.chunkBytes
    let stored = range.clamped(to: PadShape.headerKeysBytes..<border)
    if !stored.isEmpty {
      let text = try storedMaterial(stored)
      text.withBytes { bytes in
        result.withMutableBytes { $0.copy(bytes, at: stored.lowerBound - range.lowerBound) }
      }
    }
    let rest = range.clamped(to: border..<border + begunBytes)
    begun.withBytes { bytes in
      let rest = bytes.extracting(rest.lowerBound - border..<rest.upperBound - border)
      result.withMutableBytes { $0.copy(rest, at: range.count - rest.count) }
    }
    return result
  }

  private borrowing func storedMaterial(_ range: Range<Int>) throws(VaultError) -> SecretBytes {
    let lower = range.lowerBound - PadShape.headerKeysBytes
    let upper = range.upperBound - PadShape.headerKeysBytes
    let size = shape.chunkBytes
    let chunks = lower / size..<(upper + size - 1) / size
    var text = SecretBytes(count: chunks.count * size)
    var window = ChunkWindow(chunkFile, chunks)
    let damaged = try system(
      text.withMutableBytes { bytes throws(SystemError) in
        try chunkFile.read(chunks, through: &window, tree: tree, into: &bytes)
      })
    if damaged != nil { throw .padDamaged(contact: contact, path: chunkFile.file.path) }
    let start = chunks.lowerBound * size
    return text.withBytes { SecretBytes(copying: $0.extracting(lower - start..<upper - start)) }
  }

  /// Makes durable what came in so far, up to the last whole chunk.
  package mutating func sync() throws(VaultError) {
    try system(group.write())
    try system(chunkFile.file.sync())
    durable = group.waiting.upperBound
  }

  /// The digest of `record` and of all material, as the medium has it. Includes the header keys,
  /// which must have come in, and reads nothing yet.
  package borrowing func storedDigest(record: [UInt8]) -> StoredDigest {
    precondition(received >= PadShape.headerKeysBytes)
    var hash = SHA256()
    hash.update(record.span)
    headerKeys.withBytes { hash.update($0) }
    return StoredDigest(
      of: shape.chunks, chunkFile, tree.copy(), contact: contact, after: hash)
  }

  /// Adds the pad to the vault. `isConfirmed` says that the other end is known to hold the
  /// identical pad durably.
  package consuming func commit(
    provenance: Provenance, confirmed isConfirmed: Bool
  ) throws(VaultError) {
    precondition(received == shape.materialBytes)
    try sync()
    let (vault, id) = (vault, id)
    let path = vault.layout.newState(id)
    let storage = vault.storage
    let stateFile = try system(storage.create(path))
    stateFile.disableCopyOnWrite()
    let identity = try system(FileIdentity(of: stateFile))
    let keys = HeaderKeys(headerKeys)
    let (owner, bookGeneration) = try vault.list(
      id, of: contact, person, role: role, shape: shape, keys: keys)
    let mark = vault.environment.randomness.number()
    let value = RollbackCounter.Value(generation: 1, mark: mark)
    let record = PadState.Record(
      shape: shape, role: role, mark: mark, contact: owner, provenance: provenance,
      identity: identity, keepsCounter: try vault.makeCounter(of: id, value),
      bookGeneration: bookGeneration, isConfirmed: isConfirmed)
    let state = PadState(record: record, headerKeys: keys, tree: tree)
    let bytes = PadState.slots(of: id)
      .newFile(state, rootKey: vault.rootKey, randomness: vault.environment.randomness)
    try vault.publish(bytes, in: stateFile, of: id)
  }

  /// Gives up: removes what was stored so far; the keys go with this value.
  package consuming func discard() {
    try? vault.removeFiles(id)
  }
}

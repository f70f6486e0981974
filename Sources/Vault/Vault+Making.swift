package import Pad
internal import System

extension Vault {
  /// Begins a pad. Nothing of it counts before `PadWriter.commit`.
  package func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(VaultError) -> PadWriter {
    try checkNewPad(for: contact)
    // Held while the directory is made, so that nobody takes it for an aborted one.
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    if try isKnown(id) { throw .padKnown }
    let file = try system { () throws(SystemError) in
      try storage.createDirectory(layout.pad(id))
      let file = try storage.create(layout.chunks(id))
      file.disableCopyOnWrite()
      _ = try file.tryLock(.exclusive)
      return file
    }
    withExtendedLifetime(header) {}
    do throws(VaultError) { try VaultFile.checkFileSystem(file, environment) } catch {
      try? removeFiles(id)
      throw error
    }
    return PadWriter(
      id: id, shape: shape, role: role, contact: contact, file: file, vault: self)
  }

  /// Throws when a new pad cannot go to this contact: a bad name, or one that has a pad already.
  /// What waits after a pairing over the network may be given up for a new one; but whoever finds a
  /// carried file is this contact, until the pad is forgotten.
  package func checkNewPad(for contact: String) throws(VaultError) {
    guard ContactName.isValid(contact) else { throw .badName }
    // A pad that cannot be read may be this contact's.
    guard let known = try allContacts().first(where: { $0.name == contact }) else { return }
    if known.isConfirmed { throw .contactExists(contact) }
    if known.pads.contains(where: { $0.provenance.transfer == .carried }) {
      throw .carriedPadIsOut(contact)
    }
  }

  /// Destroys what still waits for a contact that just turned out to hold another pad: two pads of
  /// one name must not be with two people.
  func destroyWaiting(besides id: PadID, of contact: String) throws(VaultError) {
    for pad in try summaries() where pad.contact == contact && pad.id != id && !pad.isConfirmed {
      try destroyPad(pad.id)
    }
  }

  /// The pads that count. A command may have been stopped before it destroyed what waited for a
  /// contact that had just turned out to hold another pad: that is done now.
  func settled(_ summaries: [PadSummary]) throws(VaultError) -> [PadSummary] {
    let confirmed = Set(summaries.filter(\.isConfirmed).map(\.contact))
    let isWaitingInVain = { (pad: PadSummary) in
      !pad.isConfirmed && confirmed.contains(pad.contact)
    }
    for pad in summaries where isWaitingInVain(pad) { try destroyPad(pad.id) }
    return summaries.filter { !isWaitingInVain($0) }
  }

  /// Bytes that the disk of the vault still has room for.
  package var freeBytes: Int { storage.freeBytes(at: directory) }

  /// Bytes that a pad of this shape takes on the disk.
  package static func storedBytes(_ shape: PadShape) -> Int {
    shape.chunks * ChunkFile.sealedBytes(chunkBytes: shape.chunkBytes) + 2 * StateSlot.byteCount
  }

  func nextSequence() throws(VaultError) -> Int {
    min((try summaries().map(\.sequence).max() ?? 0) + 1, PadState.lastSequence)
  }

  /// Writes a state and gives it its name: from here on the pad is one. The contact is looked at
  /// again under the vault's lock: another command may have made a pad for it meanwhile.
  func publish(
    _ file: any StoredFile, _ bytes: [UInt8], of id: PadID, for contact: String
  ) throws(VaultError) {
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    try checkNewPad(for: contact)
    try system { () throws(SystemError) in
      try file.write(bytes.span, at: 0)
      try file.sync()
      try storage.syncDirectory(layout.pad(id))
      try storage.rename(layout.newState(id), to: layout.state(id))
      try storage.syncDirectory(layout.pad(id))
      try storage.syncDirectory(layout.pads)
    }
  }
}

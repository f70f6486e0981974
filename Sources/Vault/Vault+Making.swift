package import Pad
internal import System

extension Vault {
  /// Begins a pad. Nothing of it counts before `PadWriter.commit`.
  package func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(VaultError) -> PadWriter {
    try checkNewPad(for: contact)
    // None of what was is to close what begins now.
    try hearWitnesses(of: contact)
    // Held while the directory is made, so that nobody takes it for an aborted one.
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    let isStanding = try system { () throws(SystemError) in
      try storage.attributes(at: layout.pad(id)) != nil
    }
    if isStanding { throw .padKnown }
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

  /// Throws when a new pad cannot go to this contact: a bad name, a carried pad that is still out
  /// (whoever finds that file is this contact, and it may have been lost), or one that was moved and
  /// not adopted, which may yet close all that there are.
  package func checkNewPad(for contact: String) throws(VaultError) {
    guard ContactName.isValid(contact) else { throw .badName }
    _ = try decisions()
    for pad in try summaries() where pad.contact == contact {
      if pad.isMoved { throw .moved(contact: contact) }
      if !pad.isConfirmed, pad.provenance.transfer == .carried {
        throw .carriedPadIsOut(contact, pad.id)
      }
    }
  }

  /// Bytes that the disk of the vault still has room for.
  package var freeBytes: Int { storage.freeBytes(at: directory) }

  /// Bytes that a pad of this shape takes on the disk.
  package static func storedBytes(_ shape: PadShape) -> Int {
    shape.chunks * ChunkFile.sealedBytes(chunkBytes: shape.chunkBytes) + 2 * StateSlot.byteCount
  }

  private func nextSequence() throws(VaultError) -> Int {
    let newest = try summaries().map(\.sequence).max() ?? 0
    // Some of them may not be read now.
    return min(max(newest, try padIDs().count) + 1, PadState.lastSequence)
  }

  /// Writes a state, of a pad that follows all that was decided, and gives it its name: from here on the pad
  /// is one. The contact is looked at again under the vault's lock: another command may have made a
  /// pad for it meanwhile.
  func publish(
    _ file: any StoredFile, of id: PadID, for contact: String,
    _ state: (_ sequence: Int, _ followed: DecisionID?) -> [UInt8]
  ) throws(VaultError) {
    try locked { () throws(VaultError) in
      try checkNewPad(for: contact)
      try hearWitnessesLocked(of: contact)
      let decisions = try decisions()
      if decisions.last != nil { try keepAgain(decisions) }
      let bytes = state(try nextSequence(), decisions.last)
      try system { () throws(SystemError) in
        try file.write(bytes.span, at: 0)
        try environment.step(.newPadSync) { () throws(SystemError) in
          try file.sync()
          try storage.syncDirectory(layout.pad(id))
        }
        try storage.rename(layout.newState(id), to: layout.state(id))
        try environment.step(.newPadSync) { () throws(SystemError) in
          try storage.syncDirectory(layout.pad(id))
          try storage.syncDirectory(layout.pads)
        }
      }
    }
  }
}

package import Pad
internal import System

extension Vault {
  /// Begins a pad. It does not count before `PadWriter.commit`.
  package func makePad(
    id: PadID, contact: String, role: PadRole, shape: PadShape
  ) throws(VaultError) -> PadWriter {
    try checkNewPad(for: contact)
    let person = try book().book.person(named: contact)?.id
    if try system(storage.attributes(at: layout.pad(id))) != nil { throw .padKnown }
    if try isKnown(id) { throw .padKnown }
    // Held while the directory is made, so that nobody mistakes it for an aborted one.
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
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
      id: id, shape: shape, role: role, contact: contact, person: person, file: file, vault: self)
  }

  /// Throws if this contact cannot get a new pad: a bad name, a carried pad that is still out
  /// (anyone who has that file can answer as this contact), or a vault that refuses to write. Acts
  /// on all evidence against the vault first: it must not close the new pad.
  package func checkNewPad(for contact: String) throws(VaultError) {
    guard ContactName.isAllowed(contact) else { throw .badName }
    let everybody = try contacts()
    let reading = try book()
    if reading.isDamaged { throw .bookDamaged(path: layout.contacts) }
    if reading.isMoved { throw .moved(path: directory) }
    if let fault = reading.counterFault { throw fault }
    for pad in everybody.flatMap(\.pads) where pad.closure == nil {
      if pad.isMoved { throw .moved(path: directory) }
      if let fault = pad.counterFault { throw fault }
    }
    let pads = everybody.first { $0.name == contact }?.pads ?? []
    if let pad = pads.first(where: { !$0.isConfirmed && $0.provenance.transfer == .carried }) {
      throw .carriedPadIsOut(contact, pad.id)
    }
  }

  /// Free bytes on the disk of the vault.
  package var freeBytes: Int { storage.freeBytes(at: directory) }

  /// Bytes that a pad of this shape uses on disk.
  package static func storedBytes(_ shape: PadShape) -> Int {
    shape.sealedBytes + 2 * PadState.slotBytes
  }

  /// Bytes of the longest packet that the other end of any pad can have made.
  package func largestPacketBytes() throws(VaultError) -> Int {
    var largest = 0
    for id in try padDirectories() {
      largest = try max(largest, system(storage.attributes(at: layout.chunks(id)))?.size ?? 0)
    }
    return largest
  }

  /// Gives the pad its number: the contact book lists it, durably, before it has a state. Checks
  /// again what was made for the contact meanwhile. Returns the pad's contact and the book's
  /// generation.
  func list(
    _ id: PadID, of name: String, _ person: ContactID?, role: PadRole, shape: PadShape,
    keys: HeaderKeys
  ) throws(VaultError) -> (contact: ContactID, bookGeneration: UInt64) {
    try checkNewPad(for: name)
    // So that a power cut does not leave a listed pad without a directory.
    try system { () throws(SystemError) in
      try storage.syncDirectory(layout.pad(id))
      try storage.syncDirectory(layout.pads)
    }
    let new = ContactID(environment.randomness.bytes(ContactID.byteCount))
    do throws(VaultError) {
      return try changeBook { book, generation throws(VaultError) in
        let known = person.flatMap { book.person($0)?.id }
        let contact = known ?? book.person(named: name)?.id ?? new
        book.add(
          ContactBook.Pad(id: id, contact: contact, role: role, shape: shape, keys: keys),
          named: name)
        return (contact, generation)
      }
    } catch {
      if case .tooManyContacts = error { try? removeFiles(id) }
      throw error
    }
  }

  /// Makes the counter of a new pad, if there can be one.
  func makeCounter(
    of id: PadID, _ value: RollbackCounter.Value
  ) throws(VaultError) -> Bool {
    let book = try book().book
    guard book.counterDirectory != nil, let counter = counter(of: id, book) else { return false }
    return environment.changeCounter { () throws(SystemError) in try counter.create(value) }
  }

  /// Writes a state and gives it its name: from then on the pad exists.
  func publish(
    _ state: [UInt8], in file: any StoredFile, of id: PadID
  ) throws(VaultError) {
    try system { () throws(SystemError) in
      do throws(SystemError) {
        try file.write(state.span, at: 0)
        try file.sync()
        try storage.syncDirectory(layout.pad(id))
        try storage.rename(layout.newState(id), to: layout.state(id))
      } catch {
        // The contact may have been forgotten meanwhile: the keys must not stay behind.
        try? file.overwriteWithZeros()
        throw error
      }
      try storage.syncDirectory(layout.pad(id))
      try storage.syncDirectory(layout.pads)
    }
  }
}

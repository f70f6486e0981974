// Invariant 5. The id of a pad that goes is written to `gone` first, for ever; what a crash leaves
// of it after that is removed at the next opening.
internal import Pad
internal import System

extension Vault {
  /// Destroys all pads of a contact; or the one pad with this id, which need not be readable.
  package func forget(_ name: String) throws(VaultError) {
    if let id = PadID(hexadecimal: name), hasState(id) { return try destroyPad(id) }
    for pad in try contact(name).pads { try destroyPad(pad.id) }
  }

  /// Throws when there is nothing that `forget` would destroy.
  package func checkForgetting(_ name: String) throws(VaultError) {
    if let id = PadID(hexadecimal: name), hasState(id) { return }
    _ = try contact(name)
  }

  /// Destroys one pad: its keys, then its chunks, then its files.
  package func destroyPad(_ id: PadID) throws(VaultError) {
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    let file = try? storage.open(layout.state(id), writable: false)
    let isInPlace = file?.overwritesInPlace ?? true
    try withExtendedLifetime(header) { () throws(VaultError) in
      try remember(id)
      try erase(id)
    }
    if isInPlace { return }
    environment.warn(
      "this file system may keep old copies of the pad and of its keys (\(layout.pad(id)))")
  }

  /// Whether a pad with this id is held, or ever was.
  package func isKnown(_ id: PadID) throws(VaultError) -> Bool {
    if hasState(id) { return true }
    return try gone().contains(id)
  }

  /// Removes pads that were never completed and pads that are gone, unless somebody is at work on
  /// them. What cannot be removed now is left for the next time.
  func removeAborted() {
    guard let header = try? storage.open(layout.header, writable: true),
      (try? header.tryLock(.exclusive)) == true,
      let names = try? storage.list(layout.pads), let gone = try? gone()
    else { return }
    for id in names.compactMap(PadID.init(hexadecimal:)) {
      if gone.contains(id) {
        try? erase(id)
      } else if !hasState(id) {
        try? removeAborted(id)
      }
    }
    withExtendedLifetime(header) {}
  }

  private func removeAborted(_ id: PadID) throws(SystemError) {
    if try storage.attributes(at: layout.chunks(id)) != nil {
      let chunks = try storage.open(layout.chunks(id), writable: true)
      // Its maker holds the lock until the pad has a state.
      guard try chunks.tryLock(.exclusive), !hasState(id) else { return }
    }
    try removeFiles(id)
  }

  private func gone() throws(VaultError) -> Set<PadID> {
    let path = layout.gone
    let bytes = try system { () throws(SystemError) in
      let file = try storage.open(path, writable: false)
      let count = try file.attributes().size / PadID.byteCount * PadID.byteCount
      var bytes = [UInt8](repeating: 0, count: count)
      var span = bytes.mutableSpan
      try file.read(into: &span, at: 0)
      return bytes
    }
    let starts = stride(from: 0, to: bytes.count, by: PadID.byteCount)
    return Set(starts.map { PadID(Array(bytes[$0..<$0 + PadID.byteCount])) })
  }

  private func remember(_ id: PadID) throws(VaultError) {
    if try gone().contains(id) { return }
    let path = layout.gone
    try system { () throws(SystemError) in
      let file = try storage.open(path, writable: true)
      let end = try file.attributes().size / PadID.byteCount * PadID.byteCount
      try file.write(id.bytes.span, at: end)
      try file.sync()
    }
  }

  private func erase(_ id: PadID) throws(VaultError) {
    if hasState(id) {
      let state = try VaultFile.open(layout.state(id), lock: .exclusive, in: environment)
      try overwrite(state)
    }
    if let chunks = try? storage.open(layout.chunks(id), writable: true) { try overwrite(chunks) }
    try system { () throws(SystemError) in try removeFiles(id) }
    GenerationWitness(id, of: self)?.remove()
  }

  private func overwrite(_ file: any StoredFile) throws(VaultError) {
    try system { () throws(SystemError) in try file.overwriteWithZeros() }
  }

  /// Chunks first: while there is a state, a crash leaves a pad that is known to be gone. A state
  /// that never got its name holds the root of the tree: it is overwritten before anything else.
  func removeFiles(_ id: PadID) throws(SystemError) {
    if try storage.attributes(at: layout.newState(id)) != nil {
      try storage.open(layout.newState(id), writable: true).overwriteWithZeros()
    }
    for path in [layout.chunks(id), layout.newState(id), layout.state(id)]
    where try storage.attributes(at: path) != nil {
      try storage.remove(path)
    }
    try storage.removeDirectory(layout.pad(id))
    try storage.syncDirectory(layout.pads)
  }
}

internal import Pad
internal import System

// Opening a vault for a change puts in order what an earlier command left half done.
extension Vault {
  /// Finishes what was cut short, unless somebody is at work on it; the rest is left for the next
  /// time. A complete pad that the book does not list proves that the book went back.
  func tidy(isHeaderOutdated: Bool) throws(VaultError) {
    let names = try system(storage.list(layout.pads))
    var reading = try book()
    // A vault that was moved writes nothing until it is adopted.
    if reading.isMoved { return }
    if isHeaderOutdated { renewHeader() }
    emptySpool()
    if reading.isDamaged { return }
    if !reading.isSettled {
      try? changeBook { _, _ in }
      // What was read before may have been only in the cache.
      reading = try book()
    }
    guard let forgotten = try? gone.ids() else { return }
    let pads = layout.pads + "/"
    var unlisted: [ContactBook.Pad] = []
    for name in names {
      guard let id = PadID(hexadecimal: name) else { continue }
      if forgotten.contains(id) {
        try? destroyPad(id)
      } else if try !hasState(at: pads + name + "/state") {
        try? removeIfAborted(id)
      } else if !reading.book.padIDs.contains(id), let pad = try unlistedPad(id) {
        unlisted.append(pad)
      }
    }
    try noteUnlisted(unlisted)
  }

  /// A pad that is being forgotten leaves the book only after its id is in `gone`.
  private func noteUnlisted(_ pads: [ContactBook.Pad]) throws(VaultError) {
    if pads.isEmpty { return }
    let forgotten = try gone.ids()
    let unlisted = pads.filter { !forgotten.contains($0.id) }
    if !unlisted.isEmpty { try closeAsOlder(listing: unlisted) }
  }

  private func removeIfAborted(_ id: PadID) throws(VaultError) {
    // Its maker holds the vault's lock until the chunk file is locked, and the chunk file's
    // lock until the pad has a state.
    var lock = try? storage.open(layout.header, writable: true)
    guard (try? lock?.tryLock(.exclusive)) == true else { return }
    let chunks = try openToErase(layout.chunks(id))
    if let chunks {
      guard try system(chunks.tryLock(.exclusive)) else { return }
      lock = nil
    }
    if try hasState(id) { return }
    let book = try book().book
    if book.pad(id) != nil, try !isBeingMade(id) { return }
    try unlist(id)
    try system(counter(of: id, book)?.removeUnused())
    try removeFiles(id)
    withExtendedLifetime((lock, chunks)) {}
  }
}

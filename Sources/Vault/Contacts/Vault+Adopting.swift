// Invariant 1: a vault that was copied or restored writes nothing until a person says whether anything
// was sent from another copy. What proves that something was counts more than their word.
internal import Pad
internal import System

extension Vault {
  /// Why the vault refuses to write, if it does.
  package func adoption() throws(VaultError) -> Adoption {
    let reading = try book()
    var adoption = Adoption()
    adoption.bookIsDamaged = reading.isDamaged
    adoption.isBookMoved = reading.isOtherFile
    adoption.isOtherMachine = reading.isOtherMachine
    adoption.countersAreGone = reading.counterFault?.isGoneCounter ?? false
    for pad in reading.book.pads {
      guard let state = try padReading(of: pad, reading.book) else { continue }
      if state.isMoved { adoption.movedPads += 1 }
      guard reading.book.closure(of: pad) == nil else { continue }
      if state.counterFault?.isGoneCounter == true { adoption.countersAreGone = true }
      let seen = state.record?.bookGeneration ?? 0
      adoption.seenGeneration = max(adoption.seenGeneration, seen)
      let isAhead = !reading.isDamaged && seen > reading.generation
      if state.isBehindCounter || isAhead { adoption.isOlder = true }
    }
    return adoption
  }

  /// Accepts a vault as it is here; how many pads. Unless nothing was sent from another copy since,
  /// every pad is closed for sending, for good. Damaged pads are left alone.
  package func adopt(nothingSentElsewhere: Bool) throws(VaultError) -> Int {
    // Opening for a change lets go of what only the cache says.
    for id in try padIDs() {
      _ = try? SlotFile(layout.state(id), PadState.slots(of: id), of: self)
    }
    _ = try? SlotFile(layout.contacts, bookSlots, of: self)
    let adoption = try adoption()
    if !adoption.isNeeded { return 0 }
    if adoption.bookIsDamaged {
      try makeBookAnew()
    } else {
      try adoptBook(
        closing: !nothingSentElsewhere, older: adoption.isOlder ? adoption.seenGeneration : nil)
    }
    var adopted = 0
    var failure: VaultError?
    for id in try padIDs() {
      do throws(VaultError) {
        if try adoptPad(id) { adopted += 1 }
      } catch {
        // It was forgotten meanwhile.
        if error.isAbsence { continue }
        if !error.isOfOnePad { failure = failure ?? error }
        environment.warn(error.description)
      }
    }
    if let failure { throw failure }
    let isWhole = adoption.isBookMoved || adoption.isOtherMachine || adoption.bookIsDamaged
    return isWhole ? try book().book.pads.count : adopted
  }

  /// Records where the book is now. `older`: a pad has shown that the vault went back, and has seen
  /// this generation of the book. The counter does not follow a closing: it would close the vault
  /// that this one is a copy of.
  private func adoptBook(closing isClosing: Bool, older: UInt64?) throws(VaultError) {
    var file = try SlotFile(layout.contacts, bookSlots, of: self)
    let found = compared(file)
    if let fault = found.counterFault, !fault.isGoneCounter { throw fault }
    try repair(&file, isOlder: found.newerGeneration != nil)
    var book = file.reading.content
    var newer = older
    if let generation = found.newerGeneration { newer = max(generation, older ?? 0) }
    if newer != nil {
      book.closeAll(for: .vaultIsOlder)
    } else if isClosing {
      book.closeAll(for: .moved)
      newer = 0
    }
    book.identity = try identity(of: file)
    if let machine, !book.machines.contains(machine) {
      book.machines = (book.machines + [machine]).suffix(ContactBook.mostMachines)
    } else if machine == nil {
      book.machines = []
    }
    if found.counterFault != nil { book.counterDirectory = nil }
    try commit(&file, book, beyond: newer)
  }

  /// A book of all pads that are here, unnamed and closed, in the place of a damaged one.
  private func makeBookAnew() throws(VaultError) {
    let book = try bookFromPads().book
    let lock = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(lock) {} }
    try BookCreation(layout: layout, environment: environment, id: id)
      .run(book, rootKey: rootKey, at: layout.contacts + ".new")
    try system { () throws(SystemError) in
      try storage.rename(layout.contacts + ".new", to: layout.contacts)
      try storage.syncDirectory(layout.directory)
    }
  }

  /// Records where a pad is now, and keeps a counter for it again. False if nothing had changed.
  private func adoptPad(_ id: PadID) throws(VaultError) -> Bool {
    var pad = try OpenPad.open(id, of: self, policy: .adopt)
    let before = pad.record
    let record = try pad.adoptedRecord()
    if record.identity == before.identity, record.keepsCounter == before.keepsCounter {
      return false
    }
    try pad.commit(record)
    return true
  }
}

// Invariant 1: a vault that was copied or restored writes nothing until a person says whether
// anything was sent from another copy. Proof that something was outweighs their word.
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
    var states: [PadReading] = []
    for pad in reading.book.pads {
      guard let state = try padReading(of: pad, reading.book) else { continue }
      if state.isMoved { adoption.movedPads += 1 }
      if state.counterFault?.isGoneCounter == true, reading.book.closure(of: pad) == nil {
        adoption.countersAreGone = true
      }
      states.append(state)
    }
    // Another process may have changed the book meanwhile, and then a pad.
    let now = try book()
    adoption.seenGeneration = states.compactMap { $0.seenGeneration(ifNewerThan: now) }.max()
    return adoption
  }

  /// Accepts a vault as it is here; returns how many pads. Closes every pad for sending, for good,
  /// unless nothing was sent from another copy. Leaves damaged pads alone.
  @discardableResult
  package func adopt(nothingSentElsewhere: Bool) throws(VaultError) -> Int {
    // Opening for a change drops whatever only the cache holds.
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
        closing: !nothingSentElsewhere, older: adoption.seenGeneration)
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
        environment.warn(.padPassedOver(error))
      }
    }
    if let failure { throw failure }
    let isWhole = adoption.isBookMoved || adoption.isOtherMachine || adoption.bookIsDamaged
    return isWhole ? try book().book.pads.count : adopted
  }

  /// Records where the book is now. `older`: the generation of the book that a pad has seen, if
  /// that proves that the vault went back.
  private func adoptBook(closing isClosing: Bool, older: UInt64?) throws(VaultError) {
    var opened = try OpenBook(of: self, adopting: true)
    if let fault = opened.counterFault, !fault.isGoneCounter { throw fault }
    var book = opened.book
    let newer = [older, opened.newerGeneration].compactMap(\.self).max()
    if newer != nil || isClosing { book.closeAll(for: newer != nil ? .vaultIsOlder : .moved) }
    book.identity = opened.identity
    if let machine = environment.machine, !book.machines.contains(machine) {
      book.machines = (book.machines + [machine]).suffix(ContactBook.mostMachines)
    } else if environment.machine == nil {
      book.machines = []
    }
    if opened.counterFault != nil { book.counterDirectory = nil }
    try opened.commit(
      book, after: newer ?? 0, movesCounter: newer == nil && !isClosing)
  }

  /// Makes a book of all pads found here, unnamed and closed, to replace a damaged one.
  private func makeBookAnew() throws(VaultError) {
    let book = try bookFromPads().book
    let lock = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(lock) {} }
    try makeBook(book, at: layout.contacts + ".new")
    try system { () throws(SystemError) in
      try storage.rename(layout.contacts + ".new", to: layout.contacts)
      try storage.syncDirectory(layout.directory)
    }
  }

  /// Records where a pad is now, and keeps a counter for it again. False if nothing had changed.
  private func adoptPad(_ id: PadID) throws(VaultError) -> Bool {
    var pad = try OpenPad.open(id, of: self, adopting: true)
    let before = pad.record
    let record = try pad.adoptedRecord()
    if record.identity == before.identity, record.keepsCounter == before.keepsCounter {
      return false
    }
    try pad.commit(record)
    return true
  }
}

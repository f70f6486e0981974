internal import Pad
internal import System

// A command reads the book and the pads concerned once, and passes the value on. Reading shares
// locks, repairs nothing and syncs nothing.
extension Vault {
  /// All contacts, by name.
  package func contacts() throws(VaultError) -> [Contact] {
    try readContacts { _ in true }.sorted { $0.name < $1.name }
  }

  /// One contact; the pads of others are not opened.
  package func contact(_ name: String) throws(VaultError) -> Contact {
    guard let found = try readContacts({ $0.name == name }).first else {
      throw try absence(of: name)
    }
    return found
  }

  /// Why no contact of this name was found: if the book is damaged, only the name may be lost.
  func absence(of name: String) throws(VaultError) -> VaultError {
    let reading = try book()
    if reading.isDamaged { return .bookDamaged(path: layout.contacts) }
    return reading.book.people.isEmpty ? .noContacts : .noContact(name)
  }

  /// Where counters are kept outside the vault; nil if none are.
  package func counterDirectory() throws(VaultError) -> String? {
    try book().book.counterDirectory
  }

  /// The contact as it is now. Somebody else may have got the name.
  package func current(_ contact: Contact) throws(VaultError) -> Contact {
    guard let found = try self.contact(contact.id) else { throw try absence(of: contact.name) }
    return found
  }

  /// The contact as it is now, whatever its name.
  func contact(_ id: ContactID) throws(VaultError) -> Contact? {
    try readContacts { $0.id == id }.first
  }

  /// Reads the book, then some contacts' pads. If something proves that the vault went back, a
  /// command that may change it first closes everything, durably; a reader shows it as closed.
  private func readContacts(
    _ isWanted: (ContactBook.Person) -> Bool
  ) throws(VaultError) -> [Contact] {
    var reading = try book()
    let pads = try padReadings(reading.book, isWanted)
    var seen = latestGeneration(in: pads, ifNewerThan: reading)
    if seen != nil {
      // Another process may have changed the book, and then a pad, since the book was read: that is no
      // evidence.
      reading = try book()
      seen = latestGeneration(in: pads, ifNewerThan: reading)
    }
    if !reading.isMoved, seen != nil || reading.newerGeneration != nil {
      if access == .changing {
        try closeAsOlder(seen: seen ?? 0)
        reading = try book()
      } else {
        reading.book.closeAll(for: .vaultIsOlder)
      }
    }
    let wanted = reading.book.people.filter(isWanted)
    let ids = Set(wanted.map(\.id))
    let listed = Dictionary(
      grouping: reading.book.pads.filter { ids.contains($0.contact) }, by: \.contact)
    return wanted.compactMap { person in
      Contact(person, listed[person.id] ?? [], reading, pads, layout)
    }
  }

  private func latestGeneration(
    in pads: [PadID: PadReading], ifNewerThan reading: BookReading
  ) -> UInt64? {
    pads.values.filter { !$0.isMoved }.compactMap { $0.seenGeneration(ifNewerThan: reading) }.max()
  }

  private func padReadings(
    _ book: ContactBook, _ isWanted: (ContactBook.Person) -> Bool
  ) throws(VaultError) -> [PadID: PadReading] {
    let wanted = Set(book.people.filter(isWanted).map(\.id))
    var found: [PadID: PadReading] = [:]
    for pad in book.pads where wanted.contains(pad.contact) {
      found[pad.id] = try padReading(of: pad, book)
    }
    return found
  }

  // MARK: Changing

  /// Renames a contact; `merging` makes it one with the contact that already has the name.
  package func rename(
    _ old: String, to new: String, merging: Bool = false
  ) throws(VaultError) {
    guard ContactName.isAllowed(new) else { throw .badName }
    try changeBook { book, _ throws(VaultError) in
      guard let person = book.person(named: old) else { throw .noContact(old) }
      let other = book.person(named: new)
      if merging {
        guard let other, other.id != person.id else { throw .noContact(new) }
        book.merge(person.id, into: other.id)
      } else {
        if other != nil { throw .nameTaken(new) }
        book.rename(person.id, to: new)
      }
    }
  }
}

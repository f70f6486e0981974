internal import Pad
internal import Primitives
internal import System

/// Makes the file of a contact book, at its full size: it never grows.
struct BookCreation {
  let layout: VaultLayout
  let environment: VaultEnvironment
  let id: VaultID

  /// Writes the book into both slots of a new file. What a creation that was cut short left at the
  /// path goes first. The counter is made before the book that says so.
  func run(
    _ book: ContactBook, rootKey: borrowing SecretBytes, at path: String
  ) throws(VaultError) {
    let storage = environment.storage
    let file = try system { () throws(SystemError) in
      if try storage.attributes(at: path) != nil { try storage.remove(path) }
      let file = try storage.create(path)
      file.disableCopyOnWrite()
      return file
    }
    var book = book
    book.mark = environment.randomness.number()
    book.identity = try system { () throws(SystemError) in try FileIdentity(of: file) }
    book.machines = environment.machineID.map { [Array(SHA256.hash($0.span).prefix(16))] } ?? []
    book.counterDirectory = makeCounter(RollbackCounter.Value(generation: 1, mark: book.mark))
    let slots = SealedSlots<ContactBook>(
      owner: id.bytes, slotBytes: environment.contactSlotBytes)
    var bytes: [UInt8] = []
    for slot in 0..<2 {
      bytes += slots.seal(
        book.encoded(), generation: 1, slot: slot, covering: slots.slotBytes, rootKey: rootKey,
        randomness: environment.randomness)
    }
    try system { () throws(SystemError) in
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
  }

  /// The directory in which counters are kept; nil if there cannot be any.
  private func makeCounter(_ value: RollbackCounter.Value) -> String? {
    guard let directory = environment.counterDirectory else {
      environment.warn(
        "an older copy of this vault might not be noticed: set HOME or XDG_STATE_HOME")
      return nil
    }
    let counter = RollbackCounter(ofBookIn: directory, vault: id, environment.storage)
    do throws(SystemError) { try counter.create(value) } catch {
      environment.warnOfCounter(error)
      return nil
    }
    return directory
  }
}

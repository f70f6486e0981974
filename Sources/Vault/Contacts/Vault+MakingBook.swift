internal import Pad
internal import System

extension Vault {
  /// Writes a contact book into both slots of a new file, at its full size: it never grows. Makes
  /// the counter before the book that records it.
  func makeBook(_ book: ContactBook, at path: String) throws(VaultError) {
    let file = try system(VaultFile.createAnew(path, in: storage))
    file.disableCopyOnWrite()
    var book = book
    book.mark = environment.randomness.number()
    book.identity = try system(FileIdentity(of: file))
    book.machines = environment.machine.map { [$0] } ?? []
    book.counterDirectory = environment.makeBookCounter(
      of: id, RollbackCounter.Value(generation: 1, mark: book.mark))
    if environment.counterDirectory == nil { environment.warn(.noPlaceForCounters) }
    let bytes = bookSlots.newFile(book, rootKey: rootKey, randomness: environment.randomness)
    try system { () throws(SystemError) in
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
  }
}

internal import Pad
internal import System

/// Makes the file of a contact book, at its full size: it never grows.
struct BookCreation {
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
    book.machines = environment.machine.map { [$0] } ?? []
    book.counterDirectory = environment.makeBookCounter(
      of: id, RollbackCounter.Value(generation: 1, mark: book.mark))
    if environment.counterDirectory == nil {
      environment.warn(
        "an older copy of this vault might not be noticed: set HOME or XDG_STATE_HOME")
    }
    let bytes = environment.slots(ofBook: id)
      .newFile(book, rootKey: rootKey, randomness: environment.randomness)
    try system { () throws(SystemError) in
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
  }
}

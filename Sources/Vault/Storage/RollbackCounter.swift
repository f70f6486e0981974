// Invariant 1, after a restored backup: what is kept outside the vault does not go back with it.
internal import Pad
internal import Primitives
internal import System

/// The generation of one pad, or of the contact book, kept outside the vault (vernam-vault(5),
/// "Counters outside the vault"):
///
///     generation 8 · mark 8 · first 16 bytes of SHA-256("vernam/1 counter" ‖ vault id ‖ pad id,
///     or 16 zeros for the book ‖ generation ‖ mark)
///
/// It follows each change of the book, or of a pad that is not closed. A counter that is *ahead*
/// proves that the vault went back. A power cut can only leave it behind.
struct RollbackCounter {
  static let byteCount = 32
  /// The counter of a forgotten pad: ahead of any other.
  static let forgotten = Value(generation: .max, mark: 0)

  /// Generations from here on are impossible, except `forgotten`.
  private static let firstImpossible: UInt64 = 1 << 61

  struct Value: Equatable {
    let generation: UInt64
    /// Random for the change that has this generation: two histories of a vault can reach the same
    /// generation, but not with the same mark.
    let mark: UInt64

    /// Whether a vault that has `other` is older than this, or has another history.
    func isAhead(of other: Value) -> Bool {
      generation > other.generation || generation == other.generation && mark != other.mark
    }
  }

  let path: String
  private let directory: String
  private let vault: VaultID
  /// Nil for the contact book.
  private let pad: PadID?
  private let storage: any Storage

  /// - Parameter pad: nil for the counter of the contact book.
  init(of pad: PadID?, in directory: String, vault: VaultID, _ storage: any Storage) {
    path = "\(directory)/\(vault.hexadecimal)-\(pad?.hexadecimal ?? "contacts")"
    self.directory = directory
    self.vault = vault
    self.pad = pad
    self.storage = storage
  }

  /// The counter's generation if it is ahead of `own`, else nil. Throws `counterGone` if one is
  /// kept but is not there.
  func generation(aheadOf own: Value, isKept: Bool) throws(VaultError) -> UInt64? {
    let value = try system(read())
    if value == nil, isKept { throw .counterGone(path: path) }
    return value.flatMap { $0.isAhead(of: own) ? $0.generation : nil }
  }

  /// Nil if there is none, or if it is not as it was written.
  func read() throws(SystemError) -> Value? {
    do throws(SystemError) {
      let found = try storage.attributes(at: path)
      guard let found, found.kind == .regular, found.size == RollbackCounter.byteCount else {
        return nil
      }
    } catch {
      // HOME may not be a directory, as for users without one.
      if error.code == SystemError.notADirectory { return nil }
      throw error
    }
    let file = try storage.open(path, writable: false)
    let bytes = try VaultFile.read(RollbackCounter.byteCount, of: file)
    var offset = 0
    let generation = bytes.span.load(UInt64.self, at: &offset)
    let value = Value(generation: generation, mark: bytes.span.load(UInt64.self, at: &offset))
    let isPossible = generation < RollbackCounter.firstImpossible
    guard isPossible || pad != nil && value == RollbackCounter.forgotten else { return nil }
    return encoded(value) == bytes ? value : nil
  }

  /// Makes it and its directory, durably: only then may a state say that it is kept.
  func create(_ value: Value) throws(SystemError) {
    try storage.makeDirectoriesDurably(directory)
    let file = try VaultFile.createAnew(path, in: storage)
    do throws(SystemError) {
      try file.write(encoded(value).span, at: 0)
      try file.sync()
      try storage.syncDirectory(directory)
    } catch {
      // A counter that may not be durable must not be mistaken for one that is kept.
      try? storage.remove(path)
      throw error
    }
  }

  /// Follows a durable change. Unsynced: it costs a message nothing.
  func follow(_ value: Value) throws(SystemError) {
    guard let known = try read(), value.generation > known.generation else { return }
    try storage.open(path, writable: true).write(encoded(value).span, at: 0)
  }

  /// Puts it ahead of any state, so that a backup that still has the pad does not send with it.
  func forget() throws(SystemError) {
    if try read() == nil { return try create(RollbackCounter.forgotten) }
    try storage.open(path, writable: true).write(encoded(RollbackCounter.forgotten).span, at: 0)
  }

  /// Removes the counter of a pad that never came into being.
  func removeUnused() throws(SystemError) {
    if try read()?.generation == 1 { try storage.remove(path) }
  }

  private func encoded(_ value: Value) -> [UInt8] {
    let number = value.generation.bigEndianBytes + value.mark.bigEndianBytes
    let owner = pad?.bytes ?? [UInt8](repeating: 0, count: PadID.byteCount)
    let text = Array("vernam/1 counter".utf8) + vault.bytes + owner + number
    return number + SHA256.hash(text.span).prefix(16)
  }
}

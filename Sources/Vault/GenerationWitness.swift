internal import Pad
internal import System

/// A pad's generation, kept outside the vault (vault.md, "Time travel and twins"). It follows each
/// commit; only a *greater* one outside says something: the vault went back in time. Beside it stands
/// the one that was begun last, which no other commit takes: a backup of the middle of a change and
/// what came after an older one never have the same. Neither is synced: a power cut can only make
/// them smaller.
struct GenerationWitness {
  /// Greater than any generation: the pad was forgotten.
  static let gone = UInt64.max

  private let storage: any Storage
  private let directory: String
  private let path: String
  private let warn: @Sendable (String) -> Void

  init?(_ id: PadID, of vault: Vault) {
    guard let directory = vault.environment.witnessDirectory else { return nil }
    storage = vault.storage
    warn = vault.environment.warn
    self.directory = directory
    path = "\(directory)/\(vault.id.hexadecimal)-\(id.hexadecimal)"
  }

  /// The generation remembered; nil where there is none, or one that was never written whole. One
  /// that cannot be read is an error: it may be greater than all that the vault knows.
  func read() throws(SystemError) -> UInt64? { try read(at: GenerationWitness.committed) }

  /// The generation that was begun last; nil likewise.
  func readBegun() throws(SystemError) -> UInt64? { try read(at: GenerationWitness.begun) }

  private static let committed = 0
  private static let begun = 8

  private func read(at start: Int) throws(SystemError) -> UInt64? {
    do throws(SystemError) {
      let found = try storage.attributes(at: path)
      guard let found, found.kind == .regular, found.size >= start + 8 else { return nil }
    } catch {
      // HOME may be no directory, as for users without one.
      if error.code == SystemError.notADirectory { return nil }
      throw error
    }
    let file = try storage.open(path, writable: false)
    var bytes = [UInt8](repeating: 0, count: 8)
    var span = bytes.mutableSpan
    try file.read(into: &span, at: start)
    var offset = 0
    return bytes.span.load(UInt64.self, at: &offset)
  }

  /// Remembers a generation, unless a greater one is remembered already. A witness that cannot be
  /// kept is no reason to stop: it weakens what can be detected, nothing else, and that is said.
  func write(_ generation: UInt64) { write(generation, at: GenerationWitness.committed) }

  /// Remembers, before anything is written, that a generation was begun.
  func begin(_ generation: UInt64) { write(generation, at: GenerationWitness.begun) }

  private func write(_ generation: UInt64, at start: Int) {
    do throws(SystemError) {
      if let known = try read(at: start), known >= generation { return }
      try store(generation, at: start)
    } catch {
      warn("a vault that was restored would not be noticed: \(directory) cannot be written")
    }
  }

  private func store(_ generation: UInt64, at start: Int) throws(SystemError) {
    let file: any StoredFile
    if try storage.attributes(at: path) != nil {
      file = try storage.open(path, writable: true)
    } else {
      try storage.makeDirectories(directory)
      file = try storage.create(path)
    }
    try file.write(generation.bigEndianBytes.span, at: start)
  }
}

internal import Pad
internal import System

/// A pad's generation, kept outside the vault (vault.md, "Time travel and twins"). It follows each
/// commit; only a *greater* one outside says something: the vault went back in time. It is not
/// synced: a power cut can only make it smaller.
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
  func read() throws(SystemError) -> UInt64? {
    do throws(SystemError) {
      let found = try storage.attributes(at: path)
      guard let found, found.kind == .regular, found.size >= 8 else { return nil }
    } catch {
      // HOME may be no directory, as for users without one.
      if error.code == SystemError.notADirectory { return nil }
      throw error
    }
    let file = try storage.open(path, writable: false)
    var bytes = [UInt8](repeating: 0, count: 8)
    var span = bytes.mutableSpan
    try file.read(into: &span, at: 0)
    var offset = 0
    return bytes.span.load(UInt64.self, at: &offset)
  }

  /// Remembers a generation, unless a greater one is remembered already. A witness that cannot be
  /// kept is no reason to stop: it weakens what can be detected, nothing else, and that is said.
  func write(_ generation: UInt64) {
    do throws(SystemError) {
      if let known = try read(), known >= generation { return }
      try store(generation)
    } catch {
      warn("a vault that was restored would not be noticed: \(directory) cannot be written")
    }
  }

  private func store(_ generation: UInt64) throws(SystemError) {
    let file: any StoredFile
    if try storage.attributes(at: path) != nil {
      file = try storage.open(path, writable: true)
    } else {
      try storage.makeDirectories(directory)
      file = try storage.create(path)
    }
    try file.write(generation.bigEndianBytes.span, at: 0)
  }
}

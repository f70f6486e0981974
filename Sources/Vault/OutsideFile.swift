internal import System

/// A file that is kept outside the vault, where it does not go back in time with it (vault.md, "Time
/// travel and twins"). It is neither sealed nor synced.
struct OutsideFile {
  private let storage: any Storage
  private let directory: String
  private let path: String
  private let warn: @Sendable (String) -> Void

  /// Nil where nothing can be kept.
  init?(_ name: String, of vault: Vault) {
    guard let directory = vault.environment.witnessDirectory else { return nil }
    storage = vault.storage
    warn = vault.environment.warn
    self.directory = directory
    path = "\(directory)/\(vault.id.hexadecimal)-\(name)"
  }

  /// Nil where there is none, or one that was never written whole. One that cannot be read is an
  /// error: it may say that the vault went back.
  func read(_ count: Int, at start: Int = 0) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      let found = try storage.attributes(at: path)
      guard let found, found.kind == .regular, found.size >= start + count else { return nil }
    } catch {
      // HOME may be no directory, as for users without one.
      if error.code == SystemError.notADirectory { return nil }
      throw error
    }
    let file = try storage.open(path, writable: false)
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    try file.read(into: &span, at: start)
    return bytes
  }

  /// Writes what `bytes` answers, if anything. What cannot be kept is no reason to stop: it weakens
  /// what can be detected, nothing else, and that is said.
  func write(at start: Int = 0, _ bytes: () throws(SystemError) -> [UInt8]?) {
    do throws(SystemError) {
      if let bytes = try bytes() { try store(bytes, at: start) }
    } catch {
      warn("a vault that was restored would not be noticed: \(directory) cannot be written")
    }
  }

  private func store(_ bytes: [UInt8], at start: Int) throws(SystemError) {
    let file: any StoredFile
    if try storage.attributes(at: path) != nil {
      file = try storage.open(path, writable: true)
    } else {
      try storage.makeDirectories(directory)
      file = try storage.create(path)
    }
    try file.write(bytes.span, at: start)
  }
}

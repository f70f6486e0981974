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

  /// The generation remembered, or nil.
  func read() -> UInt64? {
    guard let file = try? storage.open(path, writable: false) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 8)
    var span = bytes.mutableSpan
    guard (try? file.read(into: &span, at: 0)) != nil else { return nil }
    var offset = 0
    return bytes.span.load(UInt64.self, at: &offset)
  }

  /// Remembers a generation, unless a greater one is remembered already. A witness that cannot be
  /// kept is no reason to stop: it weakens what can be detected, nothing else, and that is said.
  func write(_ generation: UInt64) {
    if let known = read(), known >= generation { return }
    do throws(SystemError) { try store(generation) } catch {
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

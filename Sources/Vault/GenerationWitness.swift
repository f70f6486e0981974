internal import Pad
internal import System

/// A pad's generation, kept outside the vault. It follows each commit; only a *greater* one outside
/// says something: the vault went back in time. Beside it stands the one that was begun last, which
/// no other commit takes: a backup of the middle of a change and what came after an older one never
/// have the same. A power cut can only make them smaller.
struct GenerationWitness {
  /// Greater than any generation: the pad was forgotten.
  static let gone = UInt64.max

  private static let committed = 0
  private static let begun = 8

  private let file: OutsideFile

  init?(_ id: PadID, of vault: Vault) {
    guard let file = OutsideFile(id.hexadecimal, of: vault) else { return nil }
    self.file = file
  }

  /// The generation remembered; nil where there is none.
  func read() throws(SystemError) -> UInt64? { try read(at: GenerationWitness.committed) }

  /// The generation that was begun last; nil likewise.
  func readBegun() throws(SystemError) -> UInt64? { try read(at: GenerationWitness.begun) }

  private func read(at start: Int) throws(SystemError) -> UInt64? {
    guard let bytes = try file.read(8, at: start) else { return nil }
    var offset = 0
    return bytes.span.load(UInt64.self, at: &offset)
  }

  /// Remembers a generation, unless a greater one is remembered already.
  func write(_ generation: UInt64) { write(generation, at: GenerationWitness.committed) }

  /// Remembers, before anything is written, that a generation was begun.
  func begin(_ generation: UInt64) { write(generation, at: GenerationWitness.begun) }

  private func write(_ generation: UInt64, at start: Int) {
    file.write(at: start) { () throws(SystemError) in
      if let known = try read(at: start), known >= generation { return nil }
      return generation.bigEndianBytes
    }
  }
}

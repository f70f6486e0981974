internal import Primitives
internal import System

/// The last decision of a vault that nothing would say again, kept outside it. Where `decisions` has
/// it not, they went back in time. What tells a copy that it is older, or was moved, is not kept here:
/// it would speak against the vault that goes on.
struct DecisionWitness {
  private let file: OutsideFile

  init?(of vault: Vault) {
    guard let file = OutsideFile("decisions", of: vault) else { return nil }
    self.file = file
  }

  /// Nil where none is remembered, or what a power cut left is not what was written.
  func read() throws(SystemError) -> DecisionID? {
    guard let bytes = try file.read(2 * DecisionID.byteCount) else { return nil }
    let id = DecisionID(Array(bytes.prefix(DecisionID.byteCount)))
    return entry(id) == bytes ? id : nil
  }

  /// The id and 16 bytes of a checksum: what is damaged must not close anything.
  private func entry(_ id: DecisionID) -> [UInt8] {
    let text = Array("vernam/1 decision".utf8) + id.bytes
    return id.bytes + SHA256.hash(text.span).prefix(DecisionID.byteCount)
  }

  /// Remembers a decision, where what is remembered came before it.
  func write(_ id: DecisionID, of decisions: Decisions) {
    file.write { () throws(SystemError) in
      if let known = try read(), !decisions.has(known, before: id) { return nil }
      return entry(id)
    }
  }
}

// Invariant 1: a forgotten pad that is taken in again would be used twice.
internal import Pad
internal import Primitives
internal import System

/// The ids of the pads that were forgotten, in entries of 32 bytes:
///
///     pad id 16 · first 16 bytes of SHA-256("vernam/1 gone" ‖ be64 number of the entry ‖ pad id)
///
/// Entry 0 has the vault's id instead, so that an empty list, or another vault's, counts as
/// damaged. An entry never crosses a sector, so a partial one was damaged, not cut short. A last
/// entry of zeros was cut short: the file grew, and its bytes did not arrive.
struct ForgottenPads {
  private static let entryBytes = 2 * PadID.byteCount
  /// More pads than anybody forgets; this program did not make a longer list.
  private static let mostBytes = entryBytes << 16

  let vault: Vault
  private var path: String { vault.layout.gone }

  func ids() throws(VaultError) -> Set<PadID> {
    Set(try read(open(lock: .shared)).dropFirst())
  }

  private func open(lock: LockKind) throws(VaultError) -> any StoredFile {
    if try system(vault.storage.attributes(at: path)) == nil { throw damaged }
    return try VaultFile.open(path, lock: lock, in: vault.environment)
  }

  /// Adds an id, durably, even if it seems to be there: after a kill or a failed sync the cache
  /// shows what the medium may lack.
  func add(_ id: PadID) throws(VaultError) {
    let file = try open(lock: .exclusive)
    let known = try read(file)
    let number = known.dropFirst().firstIndex(of: id) ?? known.count
    let entry = ForgottenPads.entry(id.bytes, number: number)
    try system { () throws(SystemError) in
      try file.write(entry.span, at: number * ForgottenPads.entryBytes)
      try file.sync()
    }
  }

  /// The ids of all entries, the vault's first.
  private func read(_ file: any StoredFile) throws(VaultError) -> [PadID] {
    let entryBytes = ForgottenPads.entryBytes
    let size = try system(file.attributes().size)
    guard size <= ForgottenPads.mostBytes, size.isMultiple(of: entryBytes) else { throw damaged }
    let bytes = try system(VaultFile.read(size, of: file))
    var ids: [PadID] = []
    for start in stride(from: 0, to: size, by: entryBytes) {
      let found = Array(bytes[start..<start + entryBytes])
      let id = PadID(Array(found.prefix(PadID.byteCount)))
      if found == ForgottenPads.entry(id.bytes, number: ids.count) {
        ids.append(id)
      } else if start + entryBytes < size || found.contains(where: { $0 != 0 }) {
        throw damaged
      }
    }
    guard ids.first?.bytes == vault.id.bytes else { throw damaged }
    return ids
  }

  private var damaged: VaultError { .listDamaged(path: path) }

  static func entry(_ id: [UInt8], number: Int) -> [UInt8] {
    let text = Array("vernam/1 gone".utf8) + UInt64(number).bigEndianBytes + id
    return id + SHA256.hash(text.span).prefix(PadID.byteCount)
  }
}

import Pad
import Primitives
import TestSupport

@testable import Vault

/// A rollback counter, written and read as vernam-vault(5) describes it.
struct CounterFile {
  let path: String
  private let owner: [UInt8]

  /// The counter of one of the vault's pads, or of its contact book.
  init(of pad: PadID?, _ vault: Vault) {
    path = "\(vault.directory).state/\(vault.id.hexadecimal)-\(pad?.hexadecimal ?? "contacts")"
    owner = vault.id.bytes + (pad?.bytes ?? [UInt8](repeating: 0, count: PadID.byteCount))
  }

  /// The file's bytes; nil if there is no such file.
  var bytes: [UInt8]? { try? readFile(path) }

  /// Its generation; nil if it is missing or damaged.
  var generation: UInt64? {
    guard let bytes, bytes.count == RollbackCounter.byteCount else { return nil }
    var offset = 0
    let generation = bytes.span.load(UInt64.self, at: &offset)
    let mark = bytes.span.load(UInt64.self, at: &offset)
    return encoded(generation, mark) == bytes ? generation : nil
  }

  /// Overwrites it, in place.
  func write(_ generation: UInt64, mark: UInt64 = 7) throws {
    try VaultFiles.put(encoded(generation, mark), in: path)
  }

  func put(_ bytes: [UInt8]) throws { try VaultFiles.put(bytes, in: path) }

  private func encoded(_ generation: UInt64, _ mark: UInt64) -> [UInt8] {
    let numbers = generation.bigEndianBytes + mark.bigEndianBytes
    let text = Array("vernam/1 counter".utf8) + owner + numbers
    return numbers + SHA256.hash(text.span).prefix(16)
  }
}

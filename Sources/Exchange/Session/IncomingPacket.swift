internal import Codec
internal import Pad
internal import System
internal import Vault

/// A packet that arrives in pieces: in memory while it is short, then in the vault's spool. Of one
/// that fits no pad, or for which the disk has no room, nothing is kept.
struct IncomingPacket: Sendable {
  private static let memoryBytes = 256 << 10

  private let vault: Vault
  /// A longer packet fits none of the pads.
  var mostBytes = Int.max
  private var memory: [UInt8] = []
  private var file: (any StoredFile)?
  /// Why it could not be kept; then its rest is read past.
  private(set) var failure: VaultError?
  private var written = 0
  /// How many bytes have come.
  private(set) var count = 0
  /// How many are still to come; nil before the first.
  private var rest: Int?

  init(vault: Vault) { self.vault = vault }

  /// Whether all of it is in memory.
  var isShort: Bool { file == nil }

  /// How much of it has come.
  var percent: Int { Int(100 * Double(count) / (Double(count) + Double(rest ?? 0))) }
  /// Whether it is no longer than the pads here allow.
  var fits: Bool { failure == nil && (rest ?? 0) <= mostBytes - count }

  /// Adds the next bytes; `rest` follow them.
  mutating func append(_ piece: [UInt8], rest: Int = 0) throws(ExchangeError) {
    if let expected = self.rest, expected - piece.count != rest { throw .badFrame }
    (count, self.rest) = (count + piece.count, rest)
    if !fits { return }
    memory += piece
    if memory.count >= IncomingPacket.memoryBytes { spill() }
  }

  private mutating func spill() {
    do throws(VaultError) { try write() } catch { (failure, file) = (error, nil) }
    written += memory.count
    memory = []
  }

  private mutating func write() throws(VaultError) {
    if file == nil { file = try vault.spoolFile() }
    do throws(SystemError) { try file?.write(memory.span, at: written) } catch {
      throw .system(error)
    }
  }

  /// All of it; nothing can be appended after this.
  mutating func finish() {
    if file != nil { spill() }
  }

  var source: any ByteSource {
    if let file { FileBytes(file, count: written) } else { MemoryBytes(memory) }
  }
}

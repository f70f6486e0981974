internal import Codec
internal import System
internal import Vault

/// Packets as they are, from a pipe or attached to an email. They wait in one file of the spool:
/// anybody may have attached hundreds of them.
struct PacketSpool {
  private let vault: Vault
  private var file: (any StoredFile)?
  private var written = 0
  private var found: [ReceivedMessage] = []
  private var isOverfull = false

  init(vault: Vault) { self.vault = vault }

  var messages: [ReceivedMessage] { found + (isOverfull ? [ArmorSpool.rest] : []) }

  /// Adds a packet; never reads more of it than any pad here could have made.
  mutating func append(_ head: [UInt8], _ pieces: MessageInput.Pieces) throws {
    if found.count == ArmorStream.mostFindings {
      isOverfull = true
      return
    }
    let file = try file ?? vault.spoolFile()
    self.file = file
    let most = try vault.largestPacketBytes()
    var range = written..<written
    var piece = head
    while !piece.isEmpty {
      if range.count + piece.count > most { return found.append(.unreadable(VaultError.foreign)) }
      try file.write(piece.span, at: range.upperBound)
      range = written..<range.upperBound + piece.count
      piece = try pieces()
    }
    written = range.upperBound
    let packet = JoinedBytes(FileBytes(file, count: written), [range])
    found.append(.found(.init(packet: packet, mending: nil)))
  }
}

internal import Codec
package import System
internal import Vault

/// Encrypted messages as text in a file, for a mail program that attaches it or has saved it.
package enum MessageFile {
  /// The most bytes that are read of one: all messages that an outbox holds have fewer.
  private static let mostBytes = 256 << 20
  private static let borderBytes = 40

  /// Its name, which the email shows to everybody: it says nothing of a contact.
  private static let name = "message.vernam"

  /// Writes messages into a new file in a folder, over no other file. Returns its name there.
  package static func write(
    _ packets: [any ByteSource], in folder: String, on storage: any Storage,
    _ randomness: any Randomness
  ) throws(SystemError) -> String {
    let free = try FreeName.like(name, in: folder, on: storage)
    let goal = "\(folder)/\(free)"
    let file = try WrittenFile(
      temporaryPath(for: goal, randomness), goal: goal, replaces: false, on: storage)
    do throws(SystemError) {
      for packet in packets {
        try PacketArmor(packet, ArmorLayout(packet.count)).forEachPiece {
          piece throws(SystemError) in try file.write(piece)
        }
      }
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    return free
  }

  /// The text of a file that holds messages and nothing else; nil if it is another file.
  package static func text(at path: String, on storage: any Storage) throws(SystemError) -> [UInt8]?
  {
    let file = try storage.open(path, writable: false)
    let found = try file.attributes()
    guard found.kind == .regular, (1...mostBytes).contains(found.size) else { return nil }
    let content = FileBytes(file, count: found.size)
    let border = min(borderBytes, content.count)
    let first = try content.bytes(0..<border)
    let last = try content.bytes(content.count - border..<content.count)
    guard PastedMessage.begins(in: first.span), PastedMessage.ends(in: last.span) else {
      return nil
    }
    return try content.bytes(0..<content.count)
  }
}

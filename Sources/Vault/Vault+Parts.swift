// Parts of messages of which others have not come yet, so that they need not be given again. They
// are ciphertext that anybody may have made: what is kept of them is bounded.
package import Codec
internal import Pad
internal import System

extension Vault {
  /// The most bytes of packets that are kept.
  private static let mostKeptBytes = 256 << 10

  /// Parts that were kept from earlier texts; none where they cannot be read.
  package func keptParts() -> [ArmorPart<[UInt8]>] {
    guard let file = try? VaultFile.open(layout.parts, lock: .shared, in: environment),
      let size = try? file.attributes().size, size <= 4 * Vault.mostKeptBytes,
      let text = try? VaultFile.read(size, of: file)
    else { return [] }
    return Armor.parts(in: text.span)
  }

  /// Keeps the parts of a message that is not whole, and what was kept of others as far as there is
  /// room: the oldest go. False, and nothing changed, where there is not room for all of its own.
  package func keep(_ message: IncompleteMessage) throws(VaultError) -> Bool {
    let old = keptParts()
    let added = message.found.filter { !old.contains($0) }
    if added.isEmpty { return true }
    let kept = Vault.newest(old + added)
    guard message.found.allSatisfy(kept.contains) else { return false }
    try store(kept)
    return true
  }

  /// The last of them, as many as there is room for.
  private static func newest(_ parts: [ArmorPart<[UInt8]>]) -> [ArmorPart<[UInt8]>] {
    var bytes = 0
    return parts.reversed().prefix { part in
      bytes += part.content.count
      return bytes <= mostKeptBytes
    }.reversed()
  }

  /// Drops the parts of messages that have this id, whose packet was read or is none.
  package func drop(id: [UInt8]) throws(VaultError) {
    let old = keptParts()
    let left = old.filter { $0.head.id.bigEndianBytes != id }
    if left.count < old.count { try store(left) }
  }

  private func store(_ parts: [ArmorPart<[UInt8]>]) throws(VaultError) {
    let text = parts.flatMap { Armor.write($0) }
    let new = layout.parts + ".new"
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    try system { () throws(SystemError) in
      if try storage.attributes(at: new) != nil { try storage.remove(new) }
      let file = try storage.create(new)
      try file.write(text.span, at: 0)
      try file.sync()
      try storage.rename(new, to: layout.parts)
      try storage.syncDirectory(layout.directory)
    }
  }
}

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
    return Armor.read(text.span).flatMap { finding -> [ArmorPart<[UInt8]>] in
      if case .incomplete(let message) = finding { message.found } else { [] }
    }
  }

  /// Keeps the parts of messages that are not whole. Others of the same message stay; the oldest go
  /// where there are too many.
  package func keep(_ messages: [IncompleteMessage]) throws(VaultError) {
    let new = messages.flatMap(\.found)
    let old = keptParts()
    let added = new.filter { !old.contains($0) }
    if !added.isEmpty { try store(old + added) }
  }

  /// Drops the parts of messages that have this id, whose packet was read or is none.
  package func drop(id: [UInt8]) throws(VaultError) {
    let old = keptParts()
    let left = old.filter { $0.head.id.bigEndianBytes != id }
    if left.count < old.count { try store(left) }
  }

  private func store(_ parts: [ArmorPart<[UInt8]>]) throws(VaultError) {
    var bytes = 0
    let newest = parts.reversed().prefix { part in
      bytes += part.content.count
      return bytes <= Vault.mostKeptBytes
    }
    let text = newest.reversed().flatMap { Armor.write($0) }
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

// Parts of incomplete messages, so that they need not be given again. They are ciphertext that
// anybody may have made, so the amount kept is bounded.
package import Codec
internal import Pad
internal import System

extension Vault {
  /// The most bytes of packets to keep.
  package static let mostKeptBytes = 256 << 10
  /// Bytes that each part counts for in addition: armor is at most four times as long as the sum.
  private static let partBytes = 64

  /// Parts kept from earlier texts; none if they cannot be read.
  package func keptParts() -> [ArmorPart<[UInt8]>] {
    guard let file = try? VaultFile.open(layout.parts, lock: .shared, in: environment),
      let size = try? file.attributes().size, size <= 4 * Vault.mostKeptBytes,
      let text = try? VaultFile.read(size, of: file)
    else { return [] }
    return Armor.parts(in: text.span)
  }

  /// Keeps the parts of incomplete messages, and earlier ones while there is room: the oldest go
  /// first. Returns for each message whether all of its parts are kept; a message too large to keep
  /// changes nothing.
  package func keep(_ messages: [IncompleteMessage]) throws(VaultError) -> [Bool] {
    var own: Set<ArmorPart<[UInt8]>> = []
    let parts = messages.map(\.found).filter { Vault.newest($0).count == $0.count }.joined()
      .filter { own.insert($0).inserted }
    // A part that came again is the newest again.
    let kept = try changeParts { old in Vault.newest(old.filter { !own.contains($0) } + parts) }
    let all = Set(kept)
    return messages.map { !$0.found.isEmpty && all.isSuperset(of: $0.found) }
  }

  /// The last of the parts, as many as there is room for.
  private static func newest(_ parts: [ArmorPart<[UInt8]>]) -> [ArmorPart<[UInt8]>] {
    var bytes = 0
    return parts.reversed().prefix { part in
      bytes += part.content.count + partBytes
      return bytes <= mostKeptBytes
    }.reversed()
  }

  /// Drops the parts of messages that were read.
  package func drop(_ parts: [ArmorPart<[UInt8]>]) throws(VaultError) {
    if parts.isEmpty { return }
    let gone = Set(parts)
    _ = try changeParts { old in old.filter { !gone.contains($0) } }
  }

  /// Changes what is kept while no other process does; returns what is kept then.
  private func changeParts(
    _ change: (_ old: [ArmorPart<[UInt8]>]) -> [ArmorPart<[UInt8]>]
  ) throws(VaultError) -> [ArmorPart<[UInt8]>] {
    if try book().isMoved { throw .moved(path: directory) }
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    let old = keptParts()
    let parts = change(old)
    if parts == old { return parts }
    let text = parts.flatMap { Armor.write($0) }
    let new = layout.parts + ".new"
    try system { () throws(SystemError) in
      let file = try VaultFile.createAnew(new, in: storage)
      try file.write(text.span, at: 0)
      try file.sync()
      try storage.rename(new, to: layout.parts)
      try storage.syncDirectory(layout.directory)
    }
    return parts
  }
}

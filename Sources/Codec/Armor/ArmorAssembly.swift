internal import Primitives

/// Puts parts together to messages: those with the same id and the same number of parts.
struct ArmorAssembly {
  private struct Key: Hashable {
    let id: UInt16
    let parts: Int
  }

  private struct Message {
    let key: Key
    let position: Int
    var found: [Int: ArmorPart]
  }

  private var messages: [Message] = []
  private var newest: [Key: Int] = [:]

  /// Adds a part that begins at `position` of the text. One that is there already changes
  /// nothing; one that differs from it belongs to another message, which happens to have that id.
  mutating func add(_ part: ArmorPart, at position: Int) {
    let key = Key(id: part.head.id, parts: part.head.parts)
    if let index = newest[key] {
      let known = messages[index].found[part.head.part]
      if known == nil { messages[index].found[part.head.part] = part }
      if known == nil || known?.bytes == part.bytes { return }
    }
    newest[key] = messages.count
    messages.append(Message(key: key, position: position, found: [part.head.part: part]))
  }

  /// Each message with the position of its first part in the text.
  var findings: [(position: Int, finding: ArmorFinding)] {
    messages.map { ($0.position, ArmorAssembly.finding($0)) }
  }

  private static func finding(_ message: Message) -> ArmorFinding {
    let missing = (1...message.key.parts).filter { message.found[$0] == nil }
    if !missing.isEmpty {
      return .incomplete(IncompleteMessage(parts: message.key.parts, missing: missing))
    }
    let parts = message.found.values.sorted { $0.head.part < $1.head.part }
    let bytes = parts.count == 1 ? parts[0].bytes : parts.flatMap(\.bytes)
    let hash = SHA256.hash(bytes.span)
    guard UInt16(hash[0]) << 8 | UInt16(hash[1]) == message.key.id else { return .damaged(.mixed) }
    let mended = parts.flatMap { part in
      part.mended.map { ArmorBlock(part: part.head.part, number: $0) }
    }
    return .packet(ArmoredPacket(bytes: bytes, parts: parts.count, mended: mended))
  }
}

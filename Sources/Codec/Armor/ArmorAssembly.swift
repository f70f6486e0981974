/// Parts put together into messages: those with the same id and the same number of parts.
package struct ArmorAssembly<Content: Equatable> {
  private struct Key: Hashable {
    let id: UInt16
    let parts: Int
  }

  /// A message, whole or not.
  package struct Message {
    /// Where its first part begins in the text.
    package let position: Int
    package let id: UInt16
    /// How many parts it has.
    package let count: Int
    fileprivate var found: [Int: ArmorPart<Content>]
    /// The numbers of the parts that were kept from an earlier text.
    fileprivate var kept: Set<Int> = []

    /// The parts that are there, ordered by number.
    package var parts: [ArmorPart<Content>] {
      found.values.sorted { $0.head.part < $1.head.part }
    }

    /// The numbers of the parts that are not there.
    package var missing: [Int] { (1...count).filter { found[$0] == nil } }
  }

  package private(set) var messages: [Message] = []
  private var newest: [Key: Int] = [:]

  package init() {}

  /// Adds a part that begins at `position` in the text. One that is there already changes nothing;
  /// one that differs from it belongs to another message, which happens to have the same id.
  package mutating func add(_ part: ArmorPart<Content>, at position: Int) {
    let key = Key(id: part.head.id, parts: part.head.parts)
    if let index = newest[key] {
      let known = messages[index].found[part.head.part]
      if known == nil { messages[index].found[part.head.part] = part }
      if known == nil || known?.content == part.content { return }
    }
    newest[key] = messages.count
    messages.append(
      Message(
        position: position, id: part.head.id, count: part.head.parts,
        found: [part.head.part: part]))
  }

  /// Adds a part kept from an earlier text, if a message lacks it. Call with the newest part first.
  package mutating func complete(with part: ArmorPart<Content>) {
    let key = Key(id: part.head.id, parts: part.head.parts)
    guard let index = newest[key], messages[index].found[part.head.part] == nil else { return }
    messages[index].found[part.head.part] = part
    messages[index].kept.insert(part.head.part)
  }
}

extension ArmorAssembly.Message {
  /// The same without the kept parts, which anybody may have made; nil if there are none.
  package var withoutKept: ArmorAssembly.Message? {
    if kept.isEmpty { return nil }
    var message = self
    for part in kept { message.found[part] = nil }
    message.kept = []
    return message
  }
}

extension ArmorAssembly.Message {
  /// The blocks in which letters were mended.
  package var mended: [ArmorBlock] {
    parts.flatMap { part in part.mended.map { ArmorBlock(part: part.head.part, number: $0) } }
  }
}

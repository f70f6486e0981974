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
    /// Parts kept from earlier texts for the numbers that the text lacks, the newest first.
    /// Several for one number, since some may be forged: which ones fit is found by trying.
    fileprivate var kept: [Int: [ArmorPart<Content>]] = [:]

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

  /// Offers a part kept from an earlier text to a message that lacks it. Call with the newest part
  /// first.
  package mutating func complete(with part: ArmorPart<Content>) {
    let key = Key(id: part.head.id, parts: part.head.parts)
    guard let index = newest[key], messages[index].found[part.head.part] == nil else { return }
    messages[index].kept[part.head.part, default: []].append(part)
  }
}

extension ArmorAssembly.Message {
  /// How often to try whether parts make a message, if forged ones are among those kept.
  private static var mostTries: Int { 1024 }

  /// The same with the newest kept part wherever one is missing.
  package var filled: ArmorAssembly.Message {
    var message = self
    for (number, parts) in kept { message.found[number] = parts.first }
    return message
  }

  /// The same, completed with those kept parts that make it whole; nil if none do. Forged parts do
  /// not stand in the way of the true ones.
  package func whole(
    _ isWhole: (ArmorAssembly.Message) -> Bool
  ) -> ArmorAssembly.Message? {
    var tries = ArmorAssembly.Message.mostTries
    return whole(isWhole, &tries)
  }

  private func whole(
    _ isWhole: (ArmorAssembly.Message) -> Bool, _ tries: inout Int
  ) -> ArmorAssembly.Message? {
    guard let number = missing.first else {
      tries -= 1
      return isWhole(self) ? self : nil
    }
    for part in kept[number] ?? [] where tries > 0 {
      var message = self
      message.found[number] = part
      if let whole = message.whole(isWhole, &tries) { return whole }
    }
    return nil
  }
}

extension ArmorAssembly.Message {
  /// The blocks in which letters were mended.
  package var mended: [ArmorBlock] {
    parts.flatMap { part in part.mended.map { ArmorBlock(part: part.head.part, number: $0) } }
  }
}

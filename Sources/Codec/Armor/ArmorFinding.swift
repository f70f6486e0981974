internal import Primitives

/// One thing found in a text; findings come in the order of the text.
package enum ArmorFinding: Sendable, Equatable {
  /// A packet, read whole and checked.
  case packet(ArmoredPacket)
  /// A message of which some parts are missing.
  case incomplete(IncompleteMessage)
  /// A message or part that cannot be read.
  case damaged(DamagedPart)
}

extension ArmorFinding {
  /// Makes the finding for a message.
  init(_ message: ArmorAssembly<[UInt8]>.Message) {
    let filled = message.filled
    if !filled.missing.isEmpty {
      self = .incomplete(IncompleteMessage(filled))
    } else if let whole = message.whole(\.isWhole) {
      let parts = whole.parts
      self = .packet(
        ArmoredPacket(bytes: whole.bytes, parts: parts.count, mended: whole.mended, from: parts))
    } else {
      // None of the kept parts belongs to it.
      self = message.missing.isEmpty ? .damaged(.mixed) : .incomplete(IncompleteMessage(message))
    }
  }
}

extension ArmorAssembly<[UInt8]>.Message {
  fileprivate var bytes: [UInt8] {
    let parts = parts
    return parts.count == 1 ? parts[0].content : parts.flatMap(\.content)
  }

  /// Whether the parts belong together. A single part's own check covers what the id does.
  fileprivate var isWhole: Bool { count == 1 || Armor.isID(id, SHA256.hash(bytes.span)) }
}

extension IncompleteMessage {
  fileprivate init(_ message: ArmorAssembly<[UInt8]>.Message) {
    self.init(parts: message.count, missing: message.missing, found: message.parts)
  }
}

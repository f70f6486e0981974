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
    let (parts, missing) = (message.parts, message.missing)
    if !missing.isEmpty {
      self = .incomplete(
        IncompleteMessage(parts: message.count, missing: missing, found: parts))
      return
    }
    let bytes = parts.count == 1 ? parts[0].content : parts.flatMap(\.content)
    // The check of a single part covers what the id covers.
    guard parts.count == 1 || Armor.isID(message.id, SHA256.hash(bytes.span)) else {
      self = message.withoutKept.map(ArmorFinding.init) ?? .damaged(.mixed)
      return
    }
    self = .packet(
      ArmoredPacket(bytes: bytes, parts: parts.count, mended: message.mended, from: parts))
  }
}

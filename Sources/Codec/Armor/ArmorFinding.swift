internal import Primitives

/// One thing found in a text, in the order in which they stand there.
package enum ArmorFinding: Sendable, Equatable, CustomStringConvertible {
  /// A packet, read whole and checked.
  case packet(ArmoredPacket)
  /// A message of which some parts are missing.
  case incomplete(IncompleteMessage)
  /// A message or part that cannot be read.
  case damaged(DamagedPart)

  /// What it is, in a line.
  package var description: String {
    switch self {
    case .packet(let packet): packet.description
    case .incomplete(let message): message.description
    case .damaged(let part): part.description
    }
  }

  /// What to do about it, in a line; nil when there is nothing to do.
  package var hint: String? {
    switch self {
    case .packet: nil
    case .incomplete(let message): message.hint
    case .damaged(let part): part.hint
    }
  }
}

extension ArmorFinding {
  /// What the parts of a message make.
  init(_ message: ArmorAssembly<[UInt8]>.Message) {
    let (parts, missing) = (message.parts, message.missing)
    if !missing.isEmpty {
      self = .incomplete(
        IncompleteMessage(parts: message.count, missing: missing, found: parts))
      return
    }
    let bytes = parts.count == 1 ? parts[0].content : parts.flatMap(\.content)
    // The check of a part that stands alone covers what the id does.
    guard parts.count == 1 || Armor.isID(message.id, SHA256.hash(bytes.span)) else {
      self = message.withoutKept.map(ArmorFinding.init) ?? .damaged(.mixed)
      return
    }
    self = .packet(
      ArmoredPacket(bytes: bytes, parts: parts.count, mended: message.mended, from: parts))
  }
}

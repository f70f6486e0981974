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

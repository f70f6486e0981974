internal import Pad
internal import Vault
internal import Wording

/// What `status --json` prints; the manual describes it.
enum StatusJSON {
  static func value(_ contacts: [Contact], _ undelivered: [ContactID: Int] = [:]) -> JSON {
    let values = contacts.map { contact($0, undelivered[$0.id] ?? 0) }
    return .object([("contacts", .array(values))])
  }

  private static func contact(_ contact: Contact, _ undelivered: Int) -> JSON {
    .object([
      ("name", .string(contact.name)),
      ("pads", .array(contact.pads.map(pad))),
      ("send", lane(contact.send)),
      ("receive", lane(contact.receive)),
      ("messagesLeft", .number(contact.messagesLeft)),
      ("messagesToCome", .number(contact.messagesToCome)),
      ("missing", .number(contact.missing)),
      ("notDelivered", .number(undelivered)),
    ])
  }

  private static func pad(_ pad: PadSummary) -> JSON {
    .object([
      ("id", .string(pad.id.hexadecimal)),
      ("role", .string(pad.role == .giver ? "giver" : "taker")),
      ("chunkBytes", .number(pad.chunkBytes)),
      ("send", lane(pad.send)),
      ("receive", lane(pad.receive)),
      ("confirmed", .bool(pad.isConfirmed)),
      ("sendingClosed", pad.closure.map { .string($0.reason) } ?? .null),
      ("moved", .bool(pad.isMoved)),
      ("missingNumbers", .array(pad.missing.map(numbers))),
      ("grade", .string(pad.provenance.grade.rawValue)),
      ("provenance", .string(pad.provenance.source.description)),
      ("assumptions", pad.provenance.assumptions.map(JSON.string) ?? .null),
    ])
  }

  /// Only the first and the last: a peer can claim to have sent billions of messages.
  private static func numbers(_ range: Range<Int>) -> JSON {
    .array([.number(range.lowerBound), .number(range.upperBound - 1)])
  }

  private static func lane(_ lane: PadSummary.Lane) -> JSON {
    .object([
      ("total", .number(lane.total)), ("used", .number(lane.used)), ("left", .number(lane.left)),
    ])
  }
}

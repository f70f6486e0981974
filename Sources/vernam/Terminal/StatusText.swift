internal import Pad
internal import Vault

/// What `status` says of a contact, for people.
enum StatusText {
  /// Columns before the values.
  static let margin = 14

  static func lines(_ contact: Contact) -> [String] {
    var lines = [contact.name]
    let count = contact.messagesLeft
    lines.append("  to send     \(toSend(contact))")
    lines.append("  to receive  \(lane(contact.receive))")
    lines.append(
      "  messages    about \(count) short one\(count == 1 ? "" : "s") left to send, "
        + "\(contact.messagesToCome) to receive")
    if contact.missing > 0 { lines.append("  missing     \(missing(contact))") }
    for pad in contact.pads { lines += details(pad, of: contact) }
    return lines
  }

  private static func toSend(_ contact: Contact) -> String {
    if contact.pads.allSatisfy({ $0.standingClosure != nil }) {
      return "nothing: closed for sending"
    }
    if contact.pads.contains(where: \.canSend) { return lane(contact.send) }
    return contact.pads.contains { $0.isMoved && $0.standingClosure == nil }
      ? "nothing before it is adopted" : "nothing before \(contact.name)'s first message"
  }

  /// `1.50 MiB of 2 MiB left`.
  private static func lane(_ lane: PadSummary.Lane) -> String {
    "\(ByteCount(lane.left)) of \(ByteCount(lane.total)) left"
  }

  private static func missing(_ contact: Contact) -> String {
    contact.missing == 1
      ? "1 earlier message has not arrived" : "\(contact.missing) earlier messages have not arrived"
  }

  private static func details(_ pad: PadSummary, of contact: Contact) -> [String] {
    var lines = [
      "  pad         \(pad.id.hexadecimal.prefix(8)), \(pad.provenance.grade): "
        + pad.provenance.weakestLink,
      "              " + (pad.role == .giver ? "made from: " : "\(contact.name)'s program says: ")
        + pad.provenance.source,
    ]
    if contact.pads.count > 1 {
      let toSend = pad.standingClosure == nil ? ByteCount(pad.send.left).description : "nothing"
      lines.append("  left on it  \(toSend) to send, \(ByteCount(pad.receive.left)) to receive")
    }
    if !pad.isConfirmed { lines.append("  waiting     for \(contact.name)'s first message") }
    if pad.isMoved {
      lines.append("  moved       here from elsewhere: refused; see \"vernam help adopt\"")
    }
    if let closure = pad.standingClosure {
      lines.append("  closed      for sending: \(closure.reason)")
    }
    return lines
  }
}

internal import Pad
internal import Vault

/// What `status` says about a contact, for people.
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
    lines += missing(contact).map { "  missing     \($0)" }
    for pad in contact.pads { lines += details(pad, of: contact) }
    return lines
  }

  private static func toSend(_ contact: Contact) -> String {
    let isClosed = contact.pads.allSatisfy { $0.closure != nil }
    do throws(VaultError) { try contact.price(contentBytes: 1) } catch {
      switch error {
      case .notEnoughPad, .newPadWaits: break
      case .waitingForPeer where !isClosed, .sendingClosed where !isClosed:
        return "nothing before \(contact.name)'s first message"
      case .waitingForPeer, .sendingClosed: return "nothing: closed for sending"
      case .moved, .counterGone: return "nothing before it is adopted"
      default: return "nothing: \(error.what)"
      }
    }
    return lane(contact.send)
  }

  /// `1.50 MiB of 2 MiB left`.
  private static func lane(_ lane: PadSummary.Lane) -> String {
    "\(ByteCount(lane.left)) of \(ByteCount(lane.total)) left"
  }

  /// Numbers start again with each pad.
  private static func missing(_ contact: Contact) -> [String] {
    contact.pads.filter { !$0.missing.isEmpty }.map { pad in
      let ofPad = contact.pads.count == 1 ? "" : " of pad \(pad.id.hexadecimal.prefix(8))"
      return MessageNumbers.namedList(pad.missing) + ofPad
    }
  }

  private static func details(_ pad: PadSummary, of contact: Contact) -> [String] {
    var lines = [
      "  pad         \(pad.id.hexadecimal.prefix(8)), \(pad.provenance.grade): "
        + pad.provenance.weakestLink,
      "              " + (pad.role == .giver ? "made from: " : "\(contact.name)'s program says: ")
        + pad.provenance.source.description,
    ]
    if contact.pads.count > 1 {
      let toSend = pad.closure == nil ? ByteCount(pad.send.left).description : "nothing"
      lines.append("  left on it  \(toSend) to send, \(ByteCount(pad.receive.left)) to receive")
    }
    if !pad.isConfirmed { lines.append("  waiting     for \(contact.name)'s first message") }
    if pad.isMoved {
      lines.append("  moved       here from elsewhere: refused; see \"vernam help adopt\"")
    }
    if let closure = pad.closure {
      lines.append("  closed      for sending: \(closure.reason)")
    }
    return lines
  }
}

internal import Pad
internal import Vault

/// What `status` says about a contact, for people.
enum StatusText {
  /// Columns before the values.
  static let margin = 14

  /// A line for each contact.
  static func summaries(_ contacts: [Contact]) -> [String] {
    let width = min(contacts.map(\.name.count).max() ?? 0, margin)
    return contacts.map { contact in
      let space = String(repeating: " ", count: max(width - contact.name.count, 0) + 2)
      return contact.name + space + summary(contact)
    }
  }

  private static func summary(_ contact: Contact) -> String {
    let received = PadAmount.count(contact.messagesToCome, "message")
    let sendable = PadAmount.count(contact.messagesLeft, "message")
    let obstacle = obstacle(contact)
    let sent = obstacle ?? "\(sendable) left to send"
    var parts = [
      sendable == received && obstacle == nil
        ? "\(sent), as many to receive" : "\(sent), \(received) to receive"
    ]
    let isLow = PadAmount.isLow(
      left: contact.send.left, of: contact.send.total, messages: contact.messagesLeft)
    if obstacle == nil, isLow { parts.append("running low") }
    switch contact.missing {
    case 0: break
    case 1: parts.append("1 message has not arrived")
    default: parts.append("\(contact.missing) messages have not arrived")
    }
    return parts.joined(separator: "; ")
  }

  /// All about one contact.
  static func lines(_ contact: Contact) -> [String] {
    var lines = [contact.name]
    lines.append("  to send     \(toSend(contact))")
    lines.append("  to receive  \(lane(contact.receive)): \(PadAmount.toReceive(contact))")
    lines += missing(contact).map { "  missing     \($0)" }
    for pad in contact.pads { lines += details(pad, of: contact) }
    return lines
  }

  private static func toSend(_ contact: Contact) -> String {
    obstacle(contact) ?? "\(lane(contact.send)): \(PadAmount.toSend(contact))"
  }

  /// Why nothing can be sent; nil if only the pad's size is in the way.
  private static func obstacle(_ contact: Contact) -> String? {
    let isClosed = contact.pads.allSatisfy { $0.closure != nil }
    do throws(VaultError) { try contact.price(contentBytes: 1) } catch {
      switch error {
      case .notEnoughPad, .newPadWaits: return nil
      case .waitingForPeer where !isClosed, .sendingClosed where !isClosed:
        return "nothing to send before \(contact.name)'s first message"
      case .waitingForPeer, .sendingClosed:
        return "nothing to send: you can no longer send on these pads"
      case .moved, .counterGone: return "nothing to send before you run \"vernam adopt\""
      default: return "nothing to send: \(error.what)"
      }
    }
    return nil
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
    let maker =
      pad.role == .giver ? "made from" : "\(contact.name)'s program says that it was made from"
    var lines = [
      "  pad         \(pad.id.hexadecimal.prefix(8)), \(maker): \(pad.provenance.source.description)",
      "  secret      \(pad.provenance.secrecy)",
    ]
    if contact.pads.count > 1 {
      let toSend = pad.closure == nil ? ByteCount(pad.send.left).description : "nothing"
      lines.append("  left on it  \(toSend) to send, \(ByteCount(pad.receive.left)) to receive")
    }
    if !pad.isConfirmed { lines.append("  waiting     for \(contact.name)'s first message") }
    if pad.isMoved {
      lines.append(
        "  copied      from another place: run \"vernam adopt\" before you read or write")
    }
    if let closure = pad.closure {
      lines.append("  closed      you can no longer send on it: \(closure.reason)")
    }
    return lines
  }
}

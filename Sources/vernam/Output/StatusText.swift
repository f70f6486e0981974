internal import Pad
internal import Vault
internal import Wording

/// What `status` says about a contact, for people.
enum StatusText {
  /// Columns before the values.
  static let margin = 14

  /// A line for each contact.
  static func summaries(_ contacts: [Contact], _ undelivered: [ContactID: Int] = [:]) -> [String] {
    let width = min(contacts.map(\.name.count).max() ?? 0, margin)
    return contacts.map { contact in
      let space = String(repeating: " ", count: max(width - contact.name.count, 0) + 2)
      return contact.name + space + summary(contact, undelivered[contact.id] ?? 0)
    }
  }

  private static let moved = "copied, restored or moved here: you cannot read or write yet"

  private static func summary(_ contact: Contact, _ undelivered: Int) -> String {
    if contact.pads.contains(where: \.isMoved) { return moved }
    let received = PadAmount.count(contact.messagesToCome, "message")
    let sendable = PadAmount.count(contact.messagesLeft, "message")
    var parts = ["\(sendable) left to send, \(received) to receive"]
    if let obstacle = obstacle(contact, "you cannot send") {
      parts = [obstacle, "\(received) to receive"]
    } else if sendable == received {
      parts = ["\(sendable) left each way"]
    }
    if isLow(contact) {
      parts.append("\(contact.messagesLeft == 0 ? "used up" : "running low"): meet and pair again")
    }
    switch contact.missing {
    case 0: break
    case 1: parts.append("1 message from \(contact.name) has not arrived: \(more(contact))")
    default:
      parts.append(
        "\(contact.missing) messages from \(contact.name) have not arrived: \(more(contact))")
    }
    if undelivered > 0 { parts.append("\(undelivered) of yours not delivered yet") }
    return parts.joined(separator: "; ")
  }

  private static func isLow(_ contact: Contact) -> Bool {
    obstacle(contact, "") == nil && !contact.pads.contains(where: \.isWaiting)
      && PadAmount.isLow(
        left: contact.send.left, of: contact.send.total, messages: contact.messagesLeft)
  }

  private static func more(_ contact: Contact) -> String {
    "see \"vernam status \(ContactName.typed(contact.name))\""
  }

  /// All about one contact. With `isDetailed`, what the secrecy of each pad rests on in technical terms.
  static func lines(
    _ contact: Contact, undelivered: Int = 0, isDetailed: Bool = false
  ) -> [String] {
    var lines = [contact.name]
    if contact.pads.contains(where: \.isMoved) {
      lines.append("  vault       \(moved)")
    } else {
      lines.append("  to send     \(toSend(contact))")
      lines.append("  to receive  \(lane(contact.receive)): \(PadAmount.toReceive(contact))")
    }
    if isLow(contact) {
      lines.append(
        "  \(contact.messagesLeft == 0 ? "used up    " : "running low") meet and pair again")
    }
    lines += missing(contact).map { "  missing     \($0)" }
    if contact.missing > 0 {
      lines.append("              \(MessageNumbers.advice(contact.name, contact.missing))")
    }
    if undelivered > 0 {
      let messages = undelivered == 1 ? "1 message" : "\(undelivered) messages"
      let name = ContactName.typed(contact.name)
      lines.append("  waiting     \(messages) not delivered: run \"vernam chat \(name)\"")
    }
    for pad in contact.pads { lines += details(pad, of: contact, isDetailed) }
    if contact.pads.count > 1 {
      lines.append("  numbers     each pad numbers its messages from 1")
    }
    return lines
  }

  private static func toSend(_ contact: Contact) -> String {
    obstacle(contact, "nothing")
      ?? "\(lane(contact.send)): \(PadAmount.toSend(contact))"
  }

  /// Why nothing can be sent, after the words for that; nil if only the pad's size is in the way.
  private static func obstacle(_ contact: Contact, _ nothing: String) -> String? {
    let isClosed = contact.pads.allSatisfy { $0.closure != nil }
    do throws(VaultError) { try contact.price(contentBytes: 1) } catch {
      switch error {
      case .notEnoughPad: return nil
      case .newPadWaits:
        return "\(nothing) until you read \(contact.name)'s first message on the new pad"
      case .waitingForPeer where !isClosed, .sendingClosed where !isClosed:
        return "\(nothing) until you read \(contact.name)'s first message"
      case .waitingForPeer, .sendingClosed:
        let closure = contact.pads.compactMap(\.closure).last
        return "you can no longer send: \(closure?.wayOut(for: contact.name) ?? error.hint)"
      case .counterGone: return "\(nothing) until you run \"vernam adopt\""
      default: return "\(nothing): \(error.what)"
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
      let elsewhere = pad.closure == nil ? "" : ", unless read with another copy of the vault"
      return MessageNumbers.namedList(pad.missing) + ofPad + elsewhere
    }
  }

  private static func details(
    _ pad: PadSummary, of contact: Contact, _ isDetailed: Bool
  ) -> [String] {
    let isMadeHere = pad.role == .giver
    let id = pad.id.hexadecimal.prefix(8)
    var lines: [String]
    if isDetailed {
      let maker =
        isMadeHere
        ? "made here" : "made on \(contact.name)'s computer, according to that computer,"
      lines = [
        "  pad         \(id), \(maker) from \(pad.provenance.source.description)",
        "  secret      \(pad.provenance.secrecy)",
      ]
    } else {
      let place = isMadeHere ? "your computer" : "\(contact.name)'s computer"
      let more =
        pad.provenance.assumptions == nil
        ? ""
        : "; \"vernam status -v \(ContactName.typed(contact.name))\" shows what that assumes"
      lines = [
        "  pad         \(id), made on \(place)",
        "  secrecy     rests on \(pad.provenance.basis(place))\(more)",
      ]
    }
    if contact.pads.count > 1 {
      let toSend = pad.closure == nil ? ByteCount(pad.send.left).description : "nothing"
      lines.append("  left on it  \(toSend) to send, \(ByteCount(pad.receive.left)) to receive")
    }
    if !pad.isConfirmed { lines.append("  waiting     for \(contact.name)'s first message") }
    if let closure = pad.closure {
      lines.append("  closed      you can no longer send on it: \(closure.reason)")
    }
    return lines
  }
}

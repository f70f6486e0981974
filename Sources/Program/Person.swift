internal import Pad
internal import Vault
internal import Wording

/// A contact, as a row of the list shows it.
package struct Person: Equatable, Sendable {
  package let name: String
  /// How much of the pad for this person's messages is left, from 0 to 1.
  package let left: Double
  /// The same in words: "about 32,000 messages left".
  package let amount: String
  /// What has to be done before more can be written; nil if nothing has.
  package let warning: String?
  /// How many messages wait, in words; nil if none does.
  package let waiting: String?

  init(_ contact: Contact, in vault: Vault) {
    self.init(contact, undelivered: try? vault.undelivered(to: contact))
  }

  /// - Parameter undelivered: how many messages wait; nil if that cannot be read.
  init(_ contact: Contact, undelivered: Int?) {
    name = contact.name
    let send = contact.send
    left = send.total == 0 ? 0 : Double(send.left) / Double(send.total)
    amount = Person.amount(of: contact)
    warning = Person.warning(contact, undelivered)
    waiting = Person.waiting(undelivered)
  }

  /// Empty if what is left has yet to be usable.
  static func amount(of contact: Contact) -> String {
    contact.messagesLeft == 0 && contact.pads.contains(where: \.isWaiting)
      ? "" : "\(PadAmount.count(contact.messagesLeft, "message")) left"
  }

  private static func warning(_ contact: Contact, _ undelivered: Int?) -> String? {
    if let obstacle = obstacle(contact) { return obstacle }
    let isLow = PadAmount.isLow(
      left: contact.send.left, of: contact.send.total, messages: contact.messagesLeft)
    if isLow, !contact.pads.contains(where: \.isWaiting) {
      return "Running low: meet and share another pad"
    }
    return undelivered == nil ? "Your waiting messages cannot be counted" : nil
  }

  private static func waiting(_ undelivered: Int?) -> String? {
    switch undelivered {
    case nil, 0: nil
    case 1: "1 of your messages has not arrived yet"
    case let count?: "\(count) of your messages have not arrived yet"
    }
  }

  /// Why nothing can be written; nil if something can.
  static func obstacle(_ contact: Contact) -> String? {
    do throws(VaultError) { try contact.price(contentBytes: 1) } catch {
      return switch error {
      case .waitingForPeer: "You can write once you have read \(contact.name)'s first message"
      case .notEnoughPad: "The pad is used up: meet and share another"
      case .newPadWaits:
        "You can write once you have read \(contact.name)'s first message on the new pad"
      case .sendingClosed(_, let closure):
        "You can no longer write on this pad: \(closure.wayOut("meet and share another"))"
      case .moved:
        "This vault was copied, restored or moved here: close the window, and open it again to "
          + "answer the question about it"
      default: Problem(error).what
      }
    }
    return nil
  }
}

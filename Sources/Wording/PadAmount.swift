package import Vault

/// What some pad is worth, in units that people know: "about 32,000 messages or 12 photos".
package struct PadAmount: CustomStringConvertible {
  /// Bytes of a photo that a phone takes.
  private static let photoBytes = 5 << 19

  /// Short ones, of which each has the size of an SMS.
  package let messages: Int
  private let bytes: Int

  package init(messages: Int, bytes: Int) {
    self.messages = messages
    self.bytes = bytes
  }

  package static func toSend(_ contact: Contact) -> PadAmount {
    PadAmount(messages: contact.messagesLeft, bytes: contact.send.left)
  }

  package static func toReceive(_ contact: Contact) -> PadAmount {
    PadAmount(messages: contact.messagesToCome, bytes: contact.receive.left)
  }

  package var description: String {
    let photos = bytes / PadAmount.photoBytes
    return PadAmount.count(messages, "message")
      + (photos == 0 ? "" : " or \(PadAmount.rounded(photos)) photo\(photos == 1 ? "" : "s")")
  }

  /// Whether it is time to meet: below a tenth, or below ten messages.
  package static func isLow(left: Int, of total: Int, messages: Int) -> Bool {
    left < total / 10 || messages < 10
  }

  /// "no messages", "1 message", "about 32,000 messages".
  package static func count(_ number: Int, _ noun: String) -> String {
    switch number {
    case 0: "no \(noun)s"
    case 1: "1 \(noun)"
    default: (number < 10 ? "" : "about ") + "\(rounded(number)) \(noun)s"
    }
  }

  /// The number rounded down to two digits, with commas: how long messages will be is not known.
  package static func rounded(_ number: Int) -> String {
    var scale = 1
    while number / scale >= 100 { scale *= 10 }
    var rest = Array("\(number / scale * scale)")
    for place in stride(from: rest.count - 3, to: 0, by: -3) { rest.insert(",", at: place) }
    return String(rest)
  }
}

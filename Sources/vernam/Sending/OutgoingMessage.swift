internal import Codec
internal import Pad
internal import System
internal import Vault
internal import Wording

/// The same content for one contact or several: what it costs, and how it is sent.
struct OutgoingMessage {
  let vault: Vault
  /// The contacts as they were before anything was sent.
  let contacts: [Contact]
  let content: MessageContent
  let text: PacketText
  /// Where the message goes instead of standard output.
  let clipboard: Clipboard?
  let context: Context

  func price(_ contact: Contact) throws -> Contact.Price {
    try contact.price(content.kind, contentBytes: content.source.count)
  }

  var packetBytes: Int {
    Body.byteCount(content.kind, content: content.source.count) + Packet.overheadBytes
  }

  /// Shows what each message would cost, and spends nothing.
  func show() throws {
    for contact in contacts {
      let price = try price(contact)
      let left = contact.send.left - price.bytes
      let messages = contact.messagesLeft(after: price)
      let line =
        "\(contact.name): uses \(price.bytes) bytes of pad and leaves \(left) bytes "
        + "(\(ByteCount(left))), \(PadAmount.count(messages, "short message"))"
      try StandardOutput.prose([line], indent: 2)
      warn(contact, left: left, messages: messages, "would be")
    }
    try StandardOutput.prose(["each message: \(text.length(packetBytes))"], indent: 2)
  }

  /// Warns before the pad runs out.
  func warn(_ contact: Contact, left: Int, messages: Int, _ verb: String = "is") {
    if context.isQuiet { return }
    if let warning = contact.padWarning(left: left, messages: messages, verb) {
      StandardError.warning(warning)
    }
  }
}

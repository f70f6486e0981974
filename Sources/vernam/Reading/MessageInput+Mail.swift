internal import Codec
internal import System

extension MessageInput {
  /// The text of a mail without a message in it, decoded if that brings one to light, and messages
  /// that are not in that text. Anything else stays as it is.
  func decoded(_ text: [UInt8]) throws -> (text: [UInt8], messages: [ReceivedMessage]) {
    guard MailBody.isLikely(text), Armor.read(text.span).isEmpty else { return (text, []) }
    var isRead = false
    let (decoded, messages) = try mail {
      defer { isRead = true }
      return isRead ? [] : text
    }
    if !Armor.read(decoded.span).isEmpty { return (decoded, messages) }
    return messages.isEmpty ? (text, []) : ([], messages)
  }

  /// The messages in the encoded parts of a mail that is too long for memory.
  func mail(in file: InputFile, at path: String) throws -> [ReceivedMessage] {
    // Reading it again takes a file.
    guard try file.stream.attributes().kind == .regular else { return [] }
    let again = try InputFile(path)
    let (text, messages) = try mail(MessageInput.pieces(of: again.stream))
    return Armor.read(text.span).map(ReceivedMessage.init) + messages
  }

  /// The text in the encoded parts of a mail; and messages in parts that are too long for memory, or
  /// a packet as it is.
  private func mail(
    _ pieces: @escaping Pieces
  ) throws -> (text: [UInt8], messages: [ReceivedMessage]) {
    let mail = MailBody(pieces)
    var text: [UInt8] = []
    var messages: [ReceivedMessage] = []
    while try mail.nextPart() {
      let head = try MessageInput.read(mail.piece, most: MessageInput.memoryBytes)
      let isText = MessageInput.isText(head)
      if head.count >= MessageInput.memoryBytes {
        if isText || mail.isNamed { messages += try long(head, mail.piece, path: "-") }
      } else if isText {
        text += head + [UInt8(ascii: "\n")]
      } else if mail.isNamed {
        messages += find(in: head)
      }
      if text.count >= MessageInput.memoryBytes {
        messages += Armor.read(text.span).map(ReceivedMessage.init)
        text = []
      }
    }
    return (text, messages)
  }
}

internal import Codec
internal import System

extension MessageInput {
  /// The text of an email without a message in it, decoded if that brings one to light, and messages
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

  /// The messages in the encoded parts of an email that is too long for memory.
  func mail(in file: InputFile, at path: String) throws -> [ReceivedMessage] {
    // Reading it again takes a file.
    guard try file.stream.attributes().kind == .regular else { return [] }
    let again = try InputFile(path)
    let (text, messages) = try mail(MessageInput.pieces(of: again.stream))
    return Armor.read(text.span).map(ReceivedMessage.init) + messages
  }

  /// The text in the encoded parts of an email, none if it is too long for memory; and the messages in
  /// that, or in attached packets.
  private func mail(
    _ pieces: @escaping Pieces
  ) throws -> (text: [UInt8], messages: [ReceivedMessage]) {
    let mail = MailBody(pieces)
    var packets = PacketSpool(vault: vault)
    var isInText = false
    func text() throws -> [UInt8] {
      while true {
        let piece = try isInText ? mail.piece() : []
        if !piece.isEmpty { return piece }
        if isInText {
          isInText = false
          return [UInt8(ascii: "\n")]
        }
        guard try mail.nextPart() else { return [] }
        let head = try mail.piece()
        isInText = MessageInput.isText(head)
        if isInText, !head.isEmpty { return head }
        if !isInText, mail.isNamed { try packets.append(head, mail.piece) }
      }
    }
    let head = try MessageInput.read(text, most: MessageInput.memoryBytes)
    if head.count < MessageInput.memoryBytes { return (head, packets.messages) }
    let messages = try long(head, text, path: "-")
    return ([], messages + packets.messages)
  }
}

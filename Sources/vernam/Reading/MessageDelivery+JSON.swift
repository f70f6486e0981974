internal import Codec
internal import Pad
internal import System
internal import Vault

/// `decrypt --json`: an object for each message, on a line of its own (vernam(1)).
extension MessageDelivery {
  /// The line for a message whose content went into a file.
  func jsonLine(_ message: Incoming, _ path: String) -> [UInt8] {
    let members =
      MessageDelivery.members(message) + [
        ("bytes", .number(message.count)), ("path", .string(path)),
      ]
    return Array("\(JSON.object(members))\n".utf8)
  }

  /// Everything but the content. A hello has no number.
  static func members(_ message: Incoming) -> [(String, JSON)] {
    let kind: JSON =
      switch message.head.kind {
      case .text: .string("text")
      case .file: .string("file")
      default: .null
      }
    return [
      ("from", .string(message.contact)),
      ("number", message.head.number.map(JSON.number) ?? .null), ("kind", kind),
    ]
  }

  /// Writes the line for a text: the object without its end, then the text a piece at a time.
  func writeJSON(_ message: Incoming, _ content: any ByteSource) throws(SystemError) {
    let object = "\(JSON.object(MessageDelivery.members(message)))".dropLast()
    try Stream.output.write(Array("\(object),\"text\":\"".utf8).span)
    var text = JSONText()
    try content.forEachSecretPiece(of: MessageDelivery.pieceBytes) { piece throws(SystemError) in
      try EndingSignals.checkBeforeWriting(Stream.output.name)
      try text.encode(piece).withBytes { text throws(SystemError) in
        try Stream.output.write(text)
      }
      return true
    }
    try text.finish().withBytes { text throws(SystemError) in try Stream.output.write(text) }
    try Stream.output.write(Array("\"}\n".utf8).span)
    try Stream.output.syncRegularFile()
  }

  /// JSON has no bytes that are not UTF-8.
  static func isUTF8(_ content: any ByteSource) throws(SystemError) -> Bool {
    var check = UTF8Check()
    try content.forEachSecretPiece(of: pieceBytes) { piece throws(SystemError) in
      check.take(piece)
      return check.isValidSoFar
    }
    return check.isValid
  }
}

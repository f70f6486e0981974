internal import Pad
internal import System

/// Where a command's input comes from: a file, or standard input (also as `-`).
enum MessageInput {
  /// The longest text that is taken, in bytes.
  static let textLimit = 2 << 20
  /// The longest input to `decrypt`, in bytes.
  static let armorLimit = 8 << 20

  /// A message's text, straight into locked memory. Nothing is sent on the word of it before it is
  /// all there.
  static func text(_ path: String?, _ context: Context) throws -> SecretBytes {
    if isStandardInput(path), Stream.input.isTerminal {
      context.say("Type the message, end with ^D")
    }
    let text = try bytes(path, limit: textLimit, context)
    if text.count == 0 {
      throw Failure("the message is empty", hint: "give it some text", code: .badData)
    }
    guard text.withBytes({ UTF8Check.isValid($0) }) else {
      throw Failure(
        "the message is not UTF-8 text",
        hint: "this version sends text only: convert the file first, for example with base64",
        code: .badData)
    }
    return text
  }

  /// What was received; nothing in it is secret.
  static func armor(_ path: String?, _ context: Context) throws -> [UInt8] {
    if isStandardInput(path), Stream.input.isTerminal {
      context.say("Paste the message, end with ^D")
    }
    return try bytes(path, limit: armorLimit, context).withBytes { $0.publicCopy }
  }

  private static func isStandardInput(_ path: String?) -> Bool { path == nil || path == "-" }

  private static func bytes(_ path: String?, limit: Int, _ context: Context) throws -> SecretBytes {
    let read: SecretBytes?
    if let path, path != "-" {
      let file = try context.storage.open(path, writable: false)
      read = try SecretBytes.reading(file, limit: limit)
    } else {
      read = try SecretBytes.reading(Stream.input, limit: limit)
    }
    guard let read else {
      throw Failure(
        "the input is longer than \(ByteCount(limit))", hint: "send it in several messages",
        code: .badData)
    }
    return read
  }
}

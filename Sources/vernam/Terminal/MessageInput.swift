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
    let text: SecretBytes
    do { text = try bytes(path, limit: textLimit) } catch let error as SystemError
      where error.code == SystemError.notFound
    {
      // What was typed in the place of FILE may be the message itself: it is not repeated.
      throw Failure(
        "there is no such file to read the message from",
        hint: "leave FILE out and type the message, or pipe it in; never give it as an argument",
        code: .noInput)
    }
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
    return try bytes(path, limit: armorLimit).withBytes { $0.publicCopy }
  }

  private static func isStandardInput(_ path: String?) -> Bool { path == nil || path == "-" }

  private static func bytes(_ path: String?, limit: Int) throws -> SecretBytes {
    let file = try isStandardInput(path) ? nil : InputFile(path!)
    guard let read = try SecretBytes.reading(file?.stream ?? .input, limit: limit) else {
      throw Failure(
        "the input is longer than \(ByteCount(limit))", hint: "send it in several messages",
        code: .badData)
    }
    return read
  }
}

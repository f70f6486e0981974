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
    if isTyped(path) {
      context.say("Type the message, end with ^D on a line of its own")
    }
    let text = try bytes(path, limit: textLimit, tooLong: "send it in several messages") { error in
      // What was typed in the place of FILE may be the message itself: it is not repeated.
      Failure(
        "the file to read the message from cannot be opened: \(error.reason)",
        hint: "leave FILE out and type the message, or pipe it in; never give it as an argument",
        code: ExitStatus(error))
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
    if isTyped(path) {
      context.say("Paste the message, end with ^D on a line of its own")
    }
    let input = try bytes(path, limit: armorLimit, tooLong: "give each message by itself") {
      Failure($0)
    }
    let armor = input.withBytes { $0.publicCopy }
    if isTyped(path), armor.split(separator: UInt8(ascii: "\n")).contains(where: isCutByTerminal) {
      throw Failure(
        "the terminal cut a line after \(longestTypedLine) characters",
        hint: "save the message to a file and run \"vernam decrypt FILE\"", code: .badData)
    }
    return armor
  }

  /// What a terminal takes of one line (N_TTY_BUF_SIZE in the kernel, less its end).
  private static let longestTypedLine = 4095

  private static func isCutByTerminal(_ line: some Collection<UInt8>) -> Bool {
    line.count >= longestTypedLine
  }

  private static func isTyped(_ path: String?) -> Bool {
    isStandardInput(path) && Stream.input.isTerminal
  }

  private static func isStandardInput(_ path: String?) -> Bool { path == nil || path == "-" }

  private static func bytes(
    _ path: String?, limit: Int, tooLong hint: String, unopened: (SystemError) -> Failure
  ) throws -> SecretBytes {
    let file: InputFile?
    do throws(SystemError) { file = try isStandardInput(path) ? nil : InputFile(path!) } catch {
      throw unopened(error)
    }
    let read = try SecretBytes.reading(file?.stream ?? .input, limit: limit)
    if isTyped(path),
      read?.withBytes({ $0.isEmpty || $0[$0.count - 1] == UInt8(ascii: "\n") }) != true
    {
      Notes.line("")
    }
    guard let read else {
      throw Failure("the input is longer than \(ByteCount(limit))", hint: hint, code: .badData)
    }
    return read
  }
}

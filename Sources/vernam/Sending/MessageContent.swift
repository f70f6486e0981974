internal import Codec
internal import Pad
internal import System
internal import Vault

/// The content to send. It is read again for each recipient, so it is kept: in the person's file,
/// in memory, or sealed in the spool.
struct MessageContent {
  static let pieceBytes = 256 << 10
  /// Longer input from a pipe goes to the spool.
  private static let memoryBytes = 1 << 20

  let source: any ByteSource
  /// Text if it is UTF-8, else a file named after the last component of the path.
  let kind: BodyHead.Kind

  /// Reads FILE or standard input, which `goal` must not replace. `check` throws if that many bytes
  /// cannot be sent.
  init(
    _ path: String?, _ context: Context, _ vault: Vault, goal: OutputFile?,
    check: (Int) throws -> Void
  ) throws {
    let path = path == "-" ? nil : path
    source = try MessageContent.source(path, context, vault, goal, check)
    if source.count == 0 {
      throw Failure("the message is empty", hint: "type some text", code: .badData)
    }
    try check(source.count)
    var utf8 = UTF8Check()
    try source.forEachSecretPiece(of: MessageContent.pieceBytes) { piece in
      utf8.take(piece)
      return utf8.isValidSoFar
    }
    kind = utf8.isValid ? .text : .file(path.map(FileName.init(path:)) ?? FileName([]))
  }

  private static func source(
    _ path: String?, _ context: Context, _ vault: Vault, _ goal: OutputFile?,
    _ check: (Int) throws -> Void
  ) throws -> any ByteSource {
    guard let path else {
      try goal?.checkIsNot(Stream.input.attributes())
      if Stream.input.isTerminal {
        context.say("Type your message; finish with Enter, then Ctrl+D")
      }
      return try source(of: .input, vault, check)
    }
    // Files in /proc are regular and report a size of 0.
    if let file = try? context.storage.open(path, writable: false),
      let found = try? file.attributes(), found.kind == .regular, found.size > 0
    {
      try goal?.checkIsNot(found)
      return FileBytes(file, count: found.size)
    }
    let file = try open(path)
    try goal?.checkIsNot(file.stream.attributes())
    return try source(of: file.stream, vault, check)
  }

  private static func open(_ path: String) throws -> InputFile {
    do throws(SystemError) { return try InputFile(path) } catch {
      // What was typed as FILE may be the message itself, so it is not repeated.
      throw Failure(
        "vernam cannot open the file that you named: \(error.reason)",
        hint: "the word after the name is a file; several names are written bob,carol; the message "
          + "itself is typed or piped in",
        code: ExitStatus(error))
    }
  }

  /// Reads a whole stream: nothing is sent before all of it is there.
  private static func source(
    of stream: Stream, _ vault: Vault, _ check: (Int) throws -> Void
  ) throws -> any ByteSource {
    var bytes = SecretBytes(count: memoryBytes)
    var filled = try bytes.fill(from: stream, startingAt: 0)
    if stream.isTerminal { endLine(bytes, filled) }
    var lines = TypedLines(of: stream)
    bytes.withBytes { lines.take($0.extracting(first: filled)) }
    if filled < memoryBytes {
      try lines.check(hint: longLineHint)
      return SecretSource(bytes.withBytes { SecretBytes(copying: $0.extracting(first: filled)) })
    }
    let spool = try vault.sealedSpool()
    while filled > 0 {
      try bytes.withBytes { try spool.append($0.extracting(first: filled)) }
      try check(spool.count)
      filled = try bytes.fill(from: stream, startingAt: 0)
      bytes.withBytes { lines.take($0.extracting(first: filled)) }
    }
    try lines.check(hint: longLineHint)
    try spool.finish()
    return spool
  }

  private static let longLineHint =
    "nothing was sent: press Enter more often, or save the text and run \"vernam encrypt NAME FILE\""

  /// Ends the line if typing ended in the middle of one.
  private static func endLine(_ bytes: borrowing SecretBytes, _ filled: Int) {
    let isEnded = bytes.withBytes { filled > 0 && $0[filled - 1] == UInt8(ascii: "\n") }
    if !isEnded { StandardError.line("") }
  }
}

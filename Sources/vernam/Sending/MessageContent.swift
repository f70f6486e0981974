internal import Codec
internal import Pad
internal import System
internal import Vault
internal import Wording

/// The content to send. It is read again for each recipient, so it is kept: in the person's file,
/// in memory, or sealed in the spool.
struct MessageContent {
  static let pieceBytes = 256 << 10
  /// Longer input from a pipe goes to the spool.
  private static let memoryBytes = 1 << 20

  let source: any ByteSource
  /// Text if it is UTF-8, else a file named after the last component of the path.
  let kind: BodyHead.Kind
  let strayEnd = StrayEnd()

  /// Reads FILE or standard input, which `goal` must not replace. `check` throws if that many bytes
  /// cannot be sent.
  init(
    _ path: String?, _ context: Context, _ vault: Vault, goal: OutputFile?,
    check: (Int) throws -> Void
  ) throws {
    let path = path == "-" ? nil : path
    source = try MessageContent.source(path, context, vault, goal, strayEnd, check)
    if source.count == 0 { throw MessageContent.empty(path) }
    try check(source.count)
    var utf8 = UTF8Check()
    var isBlank = true
    try source.forEachSecretPiece(of: MessageContent.pieceBytes) { piece in
      utf8.take(piece)
      isBlank = isBlank && piece.indices.allSatisfy { piece[$0] <= UInt8(ascii: " ") }
      return utf8.isValidSoFar
    }
    if isBlank, utf8.isValid { throw MessageContent.empty(path) }
    kind = utf8.isValid ? .text : .file(path.map(FileName.init(path:)) ?? FileName([]))
  }

  private static func empty(_ path: String?) -> Failure {
    Failure(
      "the message is empty",
      hint: path == nil ? "type some text" : "name a file that is not empty", code: .badData)
  }

  private static func source(
    _ path: String?, _ context: Context, _ vault: Vault, _ goal: OutputFile?,
    _ strayEnd: StrayEnd, _ check: (Int) throws -> Void
  ) throws -> any ByteSource {
    guard let path else {
      try goal?.checkIsNot(Stream.input.attributes())
      guard Stream.input.isTerminal else { return try source(of: .input, vault, check) }
      return try typed(context, vault, strayEnd, check)
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
      let missing = MissingFile(error)
      // FILE may be the message itself: it is repeated only if it looks like the name of a file.
      let name = missing.map { $0.isPlain ? $0.what : "there is no file of that name" }
      throw Failure(
        name ?? "vernam cannot open the file that you named: \(error.reason)",
        hint: error.code == SystemError.notPermitted
          ? error.hint
          : missing?.suggestion
            ?? "\(Failure.neverAnArgument); a word after the name is a file; several names are written "
            + "bob,carol",
        code: ExitStatus(error))
    }
  }

  /// Reads what the person types.
  private static func typed(
    _ context: Context, _ vault: Vault, _ strayEnd: StrayEnd, _ check: (Int) throws -> Void
  ) throws -> any ByteSource {
    let typed = try TypedInput(of: .input)
    defer { typed.end() }
    strayEnd.isLikely = true
    context.say("Type your message; finish with Enter, then Ctrl+D")
    return try source(vault, check) { bytes in
      let count = try bytes.withMutableBytes { try typed.fill(&$0) }
      if count == 0 { return 0 }
      try bytes.withBytes { bytes in
        let text = bytes.extracting(first: count)
        if PastedMessage.begins(in: text), PastedMessage.ends(in: text) { throw encrypted }
      }
      return count
    }
  }

  private static let encrypted = Failure(
    "this is an encrypted message",
    hint: "to read it, run \"vernam decrypt\"; to encrypt it once more, put it in a file",
    code: .badData)

  private static func source(
    of stream: Stream, _ vault: Vault, _ check: (Int) throws -> Void
  ) throws -> any ByteSource {
    try source(vault, check) { bytes in try bytes.fill(from: stream, startingAt: 0) }
  }

  /// Reads all of the input with `fill`, which fills the bytes unless the input ends: nothing is sent
  /// before.
  private static func source(
    _ vault: Vault, _ check: (Int) throws -> Void, fill: (inout SecretBytes) throws -> Int
  ) throws -> any ByteSource {
    var bytes = SecretBytes(count: memoryBytes)
    var filled = try fill(&bytes)
    if filled < memoryBytes {
      return SecretSource(bytes.withBytes { SecretBytes(copying: $0.extracting(first: filled)) })
    }
    let spool = try vault.sealedSpool()
    while filled > 0 {
      try bytes.withBytes { try spool.append($0.extracting(first: filled)) }
      try check(spool.count)
      filled = try fill(&bytes)
    }
    try spool.finish()
    return spool
  }
}

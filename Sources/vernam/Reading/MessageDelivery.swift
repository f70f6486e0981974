internal import Codec
internal import Pad
internal import System
internal import Vault
internal import Wording

/// Delivery of one message: text to standard output or to OUT, a file under its name or to OUT.
final class MessageDelivery: Delivery {
  /// Where content waits to be delivered. By then the pad is no longer locked.
  private enum Place {
    case spool(SealedSpool)
    case file(any ResultFile, OutputFile)
  }

  static let pieceBytes = 256 << 10
  private static let memoryBytes = 1 << 20

  private let vault: Vault
  private let output: String?
  private let replaces: Bool
  /// A line of JSON for each message, instead of the text alone.
  private let isJSON: Bool
  /// Whether the destination may be a folder, for a file to be saved there under its own name.
  private let takesFolder: Bool
  private let context: Context
  private var message: Incoming?
  private var place: Place?
  private var memory = SecretBytes(count: 0)
  private var filled = 0
  private(set) var failure: Failure?
  private var notText: Failure?

  init(
    vault: Vault, output: String?, replaces: Bool, isJSON: Bool, takesFolder: Bool = false,
    context: Context
  ) {
    self.vault = vault
    self.output = output
    self.replaces = replaces
    self.isJSON = isJSON
    self.takesFolder = takesFolder
    self.context = context
  }

  /// If the person named a destination, every kind of message goes there as it is.
  var takesUnknownKinds: Bool { output != nil }

  func begin(_ message: Incoming) throws(VaultError) {
    self.message = message
    if let path = try path(for: message) {
      let target = OutputFile(
        path: path, replaces: replaces, context: context, isReceived: output == nil)
      try check(target)
      do throws(SystemError) { place = .file(try target.begin(), target) } catch {
        throw .system(error)
      }
    } else if message.count <= MessageDelivery.memoryBytes {
      memory = SecretBytes(count: message.count)
    } else {
      place = .spool(try vault.sealedSpool())
    }
  }

  /// The file that the content goes to, once it has begun; nil for standard output.
  var path: String? { if case .file(_, let target) = place { target.path } else { nil } }

  /// The same for a message.
  private func path(for message: Incoming) throws(VaultError) -> String? {
    let folder = takesFolder ? output.flatMap(self.folder) : nil
    if let output, folder == nil { return output == "-" ? nil : output }
    // A text has no name of its own.
    guard case .file(let name) = message.head.kind else {
      if takesFolder, output == nil { throw .unusableName(from: message.contact) }
      return output
    }
    guard let usable = name.usable else { throw .unusableName(from: message.contact) }
    return (folder ?? "") + usable
  }

  /// The path of a folder, up to its last slash; nil if it is something else.
  private func folder(_ path: String) -> String? {
    let isFolder =
      path != "" && path != "-" && (try? context.storage.attributes(at: path + "/.")) != nil
    return isFolder ? path + (path.hasSuffix("/") ? "" : "/") : nil
  }

  private func check(_ target: OutputFile) throws(VaultError) {
    do { try target.check() } catch {
      failure = Failure(error)
      throw .system(SystemError("create", target.path, code: SystemError.exists))
    }
  }

  func take(_ piece: Span<UInt8>) throws(VaultError) {
    do throws(SystemError) {
      switch place {
      case .file(let file, _): try file.write(piece)
      case .spool(let spool): try spool.append(piece)
      case nil:
        memory.withMutableBytes { $0.copy(piece, at: filled) }
        filled += piece.count
      }
    } catch { throw .system(error) }
  }

  func deliver() throws(VaultError) {
    guard let message else { preconditionFailure("nothing was begun") }
    do throws(SystemError) {
      if case .file(let file, let target) = place {
        try file.finish()
        if isJSON { return try Stream.output.write(jsonLine(message, target.path).span) }
        let path = takesFolder ? Machine.realPath(target.path) ?? target.path : target.path
        return head(note(message, path, wasThere: file is ComparedFile))
      }
      let content = try content()
      if isJSON { return try printJSON(message, content) }
      let once = Stream.output.isTerminal ? " (shown once)" : ""
      head("\(MessageDelivery.sender(message))\(once):")
      try print(content)
    } catch {
      if case .file = place { throw .system(error) }
      failure = notText ?? MessageDelivery.unprinted(error)
      throw .system(error)
    }
  }

  /// What is to be printed.
  private func content() throws(SystemError) -> any ByteSource {
    guard case .spool(let spool) = place else {
      return SecretSource(memory.withBytes { SecretBytes(copying: $0) })
    }
    try spool.finish()
    return spool
  }

  private func printJSON(
    _ message: Incoming, _ content: any ByteSource
  ) throws(SystemError) {
    guard try MessageDelivery.isUTF8(content) else {
      notText = Failure(
        "this message from \(message.contact) is not text, and JSON needs text",
        hint: "save it with -o FILE", code: .badData)
      throw SystemError("write", Stream.output.name, code: SystemError.inputOutput)
    }
    try writeJSON(message, content)
  }

  /// Part of it may already be on standard output.
  private static func unprinted(_ error: SystemError) -> Failure {
    let reason =
      error.code == SystemError.brokenPipe
      ? "the next program in the pipe ended" : "the text may be cut short"
    return Failure(
      error.description, hint: "\(reason); decrypt the message again", code: ExitStatus(error))
  }

  private func note(_ message: Incoming, _ path: String, wasThere: Bool) -> String {
    let (sender, size) = (MessageDelivery.sender(message), ByteCount(message.count))
    let place = wasThere ? "which you already have as \(path)" : "saved as \(path)"
    guard case .file = message.head.kind else { return "\(sender): \(size), \(place)" }
    return "\(sender): a file of \(size), \(place)"
  }

  /// Who sent the message, and which one it is. A hello has no number.
  private static func sender(_ message: Incoming) -> String {
    let number = message.head.number.map { ", message \($0)" } ?? ""
    return "from \(message.contact)\(number)"
  }

  private func head(_ text: String) { if !context.isQuiet { StandardError.head(text) } }

  func discard() {
    if case .file(let file, _) = place { file.discard() }
    place = nil
  }

  /// Prints the content, and returns once it is safely written.
  private func print(_ content: any ByteSource) throws(SystemError) {
    guard Stream.output.isTerminal else {
      try content.forEachSecretPiece(of: MessageDelivery.pieceBytes) { piece throws(SystemError) in
        try EndingSignals.checkBeforeWriting(Stream.output.name)
        try Stream.output.write(piece)
        return true
      }
      return try Stream.output.syncRegularFile()
    }
    var shown = VisibleText()
    var indentation = mayImitateHead ? IndentedText(columns: Stream.output.columns) : nil
    try content.forEachSecretPiece(of: MessageDelivery.pieceBytes) { piece throws(SystemError) in
      try EndingSignals.checkBeforeWriting(Stream.output.name)
      try MessageDelivery.write(shown.encode(piece), &indentation)
      return true
    }
    try MessageDelivery.write(shown.finish(), &indentation)
  }

  /// Whether a line of the text would look as the head or an error does, on the same screen.
  private var mayImitateHead: Bool { Stream.errors.isTerminal && !StandardError.hasStyles }

  private static func write(
    _ text: borrowing SecretBytes, _ indentation: inout IndentedText?
  ) throws(SystemError) {
    try text.withBytes { text throws(SystemError) in
      guard let indented = indentation?.indent(text) else { return try Stream.output.write(text) }
      try indented.withBytes { text throws(SystemError) in try Stream.output.write(text) }
    }
  }
}

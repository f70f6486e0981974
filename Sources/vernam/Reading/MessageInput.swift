internal import Codec
internal import Pad
internal import Pairing
internal import Primitives
internal import System
internal import Vault

/// The input of `decrypt`: files, pipes, or pasted text; none of it is secret.
struct MessageInput {
  /// Up to this size, every kind of mangling is looked for; longer text is read a piece at a time.
  static let memoryBytes = 1 << 20
  private static let pieceBytes = 64 << 10

  /// Gives the next bytes, none at the end.
  typealias Pieces = () throws -> [UInt8]

  let vault: Vault
  let context: Context
  let strayEnd = StrayEnd()

  /// All messages in FILEs, or in standard input, in order.
  func messages(_ paths: [String]) throws -> [ReceivedMessage] {
    let messages = try messages((paths.isEmpty ? ["-"] : paths).map { ($0, nil) })
    let areAttachments = !paths.isEmpty && paths.allSatisfy(MessageInput.isAttachment)
    return areAttachments ? messages.map(MessageInput.attached) : messages
  }

  /// Whether `encrypt` may have made this file to be attached: nobody copied it from a screen.
  private static func isAttachment(_ path: String) -> Bool { path.hasSuffix(Attachment.suffix) }

  private static let attachmentHint = "save the attachment again, or ask for the file again"

  private static func attached(_ message: ReceivedMessage) -> ReceivedMessage {
    guard case .unreadable(let error) = message, var failure = error as? Failure, failure.isOfDamage
    else { return message }
    failure.hint = attachmentHint
    return .unreadable(failure)
  }

  /// All messages on the clipboard.
  func pasted() throws -> [ReceivedMessage] {
    let tool = try ClipboardTool()
    let program = try tool.startPasting()
    let found = Result { try messages([("-", program.stream)]) }
    try tool.check(program.finish(), wasPasting: true)
    return try found.get()
  }

  /// All messages in the files at the paths, or else from the streams.
  private func messages(_ sources: [(path: String, stream: Stream?)]) throws -> [ReceivedMessage] {
    var messages: [ReceivedMessage] = []
    var short: [UInt8] = []
    var place: String?
    for (path, stream) in sources {
      let file = path == "-" ? nil : try InputFile(path)
      let stream = file?.stream ?? stream ?? .input
      let typed = stream.isTerminal ? try TypedInput(of: stream) : nil
      defer { typed?.end() }
      if typed != nil { ask() }
      let pieces = typed.map(pieces) ?? MessageInput.pieces(of: stream)
      let head = try MessageInput.read(pieces, most: MessageInput.memoryBytes)
      if Pairing.isCarriedPad(head) {
        messages.append(MessageInput.carriedPad(at: path))
        continue
      }
      let isShort = head.count < MessageInput.memoryBytes
      if isShort, !isPacket(head) {
        // A message may be spread over several files.
        place = short.isEmpty ? path : nil
        let (text, others) = try decoded(head)
        short += text
        messages += others
      } else {
        if !short.isEmpty { messages += find(in: short, of: place) }
        short = []
        var found = try isShort ? find(in: head, of: path) : long(head, pieces, path: path)
        if found.isEmpty, let file, MailBody.isLikely(head) { found = try mail(in: file, at: path) }
        messages += found.isEmpty ? [MessageInput.nothing(in: path)] : found
      }
    }
    if messages.isEmpty || !short.isEmpty { messages += find(in: short, of: place) }
    return ReceivedMessage.joined(messages) { vault.keptParts() }
  }

  static func pieces(of stream: Stream) -> Pieces {
    {
      var piece = [UInt8](repeating: 0, count: MessageInput.pieceBytes)
      var span = piece.mutableSpan
      let got = try stream.read(into: &span, from: 0)
      piece.removeLast(piece.count - got)
      return piece
    }
  }

  /// Reads at least `most` bytes, or up to the end.
  static func read(_ pieces: Pieces, most: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < most {
      let piece = try pieces()
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// The messages in input that fits in memory: armored ones, or one packet as it is.
  func find(in input: [UInt8], of path: String? = nil) -> [ReceivedMessage] {
    if input.isEmpty {
      return [
        .unreadable(
          Failure("there is nothing to read", hint: "paste the whole message", code: .badData))
      ]
    }
    let findings = MessageInput.withoutHalves(Armor.read(input.span))
    if !findings.isEmpty { return findings.map(ReceivedMessage.init) }
    // A packet is valid UTF-8 only with negligible probability.
    if UTF8Check.isValid(input.span) { return [MessageInput.nothing(in: path)] }
    return [.found(.init(packet: MemoryBytes(input), mending: nil))]
  }

  /// Leaves out the beginning of a message that is also there whole: somebody pasted half of it, was
  /// asked for more, and pasted it all.
  private static func withoutHalves(_ findings: [ArmorFinding]) -> [ArmorFinding] {
    let ids = findings.compactMap { finding in
      if case .packet(let packet) = finding {
        Armor.id(digest: SHA256.hash(packet.bytes.span))
      } else {
        nil
      }
    }
    return findings.filter { finding in
      guard case .damaged(let part) = finding, part.loss == .end, let id = part.id else {
        return true
      }
      return !ids.contains(id.bigEndianBytes)
    }
  }

  private static func nothing(in path: String?) -> ReceivedMessage {
    let place = path.flatMap { $0 == "-" ? nil : $0 } ?? "the input"
    return .unreadable(
      Failure(
        "there is no vernam message in \(place)",
        hint: isAttachment(place)
          ? attachmentHint
          : "copy all of it, from \"This is a vernam message\" to \"End of vernam message\"",
        code: .badData))
  }

  private static func carriedPad(at path: String) -> ReceivedMessage {
    let (name, file) = path == "-" ? ("this", "FILE") : (path, ContactName.typed(path))
    return .unreadable(
      Failure(
        "\(name) is a carried pad, not a message",
        hint: "to use it, run \"vernam pair NAME --from \(file)\", with the name of the person "
          + "who made it", code: .badData))
  }

  /// Whether these are the bytes of one packet, and not text with messages in it.
  private func isPacket(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && !MessageInput.isText(bytes) && Armor.read(bytes.span).isEmpty
  }

  /// The messages in input that begins with `head` and does not fit in memory; none if it is text
  /// without any.
  func long(
    _ head: [UInt8], _ pieces: Pieces, path: String
  ) throws -> [ReceivedMessage] {
    if !MessageInput.isText(head) { return try packet(head, pieces, path: path) }
    var spool = ArmorSpool(try vault.spoolFile())
    try spool.append(head)
    while true {
      let piece = try pieces()
      if piece.isEmpty { break }
      try spool.append(piece)
    }
    return try spool.messages()
  }

  /// A packet looks random; text has hardly any control characters except NULs, as in UTF-16, and
  /// white space.
  static func isText(_ bytes: [UInt8]) -> Bool {
    let sample = bytes.prefix(1 << 16)
    let controls = sample.count { (0x01...0x08).contains($0) || (0x0E...0x1F).contains($0) }
    return controls <= sample.count / 50
  }

  /// A packet as it is: in its own file, if there is one, or else in the spool.
  private func packet(
    _ head: [UInt8], _ pieces: Pieces, path: String
  ) throws -> [ReceivedMessage] {
    if path != "-", let file = try? context.storage.open(path, writable: false),
      let found = try? file.attributes(), found.kind == .regular
    {
      return [.found(.init(packet: FileBytes(file, count: found.size), mending: nil))]
    }
    var packets = PacketSpool(vault: vault)
    try packets.append(head, pieces)
    return packets.messages
  }
}

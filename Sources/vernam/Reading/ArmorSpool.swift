internal import Codec
internal import Primitives
internal import System
internal import Vault
internal import Wording

/// Armor that is too long for memory: it is read into the spool, where its parts are put together.
struct ArmorSpool: ~Copyable {
  private static let pieceBytes = 256 << 10

  private let file: any StoredFile
  private var reader = ArmorStream()
  private var written = 0
  /// How many more bytes of parts may be loaded.
  private var room = Vault.mostKeptBytes

  init(_ file: any StoredFile) { self.file = file }

  mutating func append(_ text: [UInt8]) throws(SystemError) {
    try store(reader.append(text.span))
  }

  private mutating func store(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes.span, at: written)
    written += bytes.count
  }

  /// The messages that were found, once all text was appended.
  mutating func messages() throws(SystemError) -> [ReceivedMessage] {
    try store(reader.finish())
    var assembly = ArmorAssembly<ArmorStream.Content>()
    var messages: [(Int, ReceivedMessage)] = []
    for (number, finding) in reader.findings.enumerated() {
      switch finding {
      case .part(let part): assembly.add(part, at: number)
      case .damaged(let part):
        messages.append((number, .unreadable(Failure(part))))
      }
    }
    for message in assembly.messages {
      messages.append((message.position, try received(message)))
    }
    return messages.sorted { $0.0 < $1.0 }.map { $1 } + (reader.isOverfull ? [ArmorSpool.rest] : [])
  }

  static var rest: ReceivedMessage {
    .unreadable(
      Failure(
        "this text has more than \(ArmorStream.mostFindings) messages",
        hint: "decrypt it in smaller pieces", code: .badData))
  }

  private mutating func received(
    _ message: ArmorAssembly<ArmorStream.Content>.Message
  ) throws(SystemError) -> ReceivedMessage {
    let all = FileBytes(file, count: written)
    if !message.missing.isEmpty {
      return .incomplete(
        IncompleteMessage(
          parts: message.count, missing: message.missing, found: try loaded(message, all)))
    }
    let packet = JoinedBytes(all, message.parts.map(\.content.range))
    guard try isWhole(message, packet) else {
      return .unreadable(Failure(DamagedPart.mixed))
    }
    let mended = message.mended
    let mending = ArmorBlock.describe(mended, parts: message.count)
    return .found(
      .init(
        packet: packet, mending: mended.isEmpty ? nil : mending, pieces: try loaded(message, all)))
  }

  /// Loads the parts; none if, with those loaded before, they are too long to be kept anyway.
  private mutating func loaded(
    _ message: ArmorAssembly<ArmorStream.Content>.Message, _ all: FileBytes
  ) throws(SystemError) -> [ArmorPart<[UInt8]>] {
    let bytes = message.parts.reduce(0) { $0 + $1.content.range.count }
    if message.count == 1 || bytes > room { return [] }
    room -= bytes
    var parts: [ArmorPart<[UInt8]>] = []
    for part in message.parts {
      let content = part.content.range.isEmpty ? [] : try all.bytes(part.content.range)
      parts.append(ArmorPart(head: part.head, content: content, mended: part.mended))
    }
    return parts
  }

  /// Whether the parts belong to one message. A single part's own check covers what the id does.
  private func isWhole(
    _ message: ArmorAssembly<ArmorStream.Content>.Message, _ packet: JoinedBytes
  ) throws(SystemError) -> Bool {
    if message.count == 1 { return true }
    var digest = SHA256()
    try packet.forEachPiece(of: ArmorSpool.pieceBytes) { digest.update($0) }
    return Armor.isID(message.id, digest.finish())
  }
}

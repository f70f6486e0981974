internal import Codec
internal import Primitives
internal import System
internal import Vault

/// Reads armor that is too long for memory into the spool, and puts its parts together there.
struct ArmorSpool: ~Copyable {
  private static let pieceBytes = 256 << 10

  private let file: any StoredFile
  private var reader = ArmorStream()
  private var written = 0
  /// Bytes of parts that are still loaded.
  private var room = Vault.mostKeptBytes

  init(_ file: any StoredFile) { self.file = file }

  mutating func append(_ text: [UInt8]) throws(SystemError) {
    try store(reader.append(text.span))
  }

  private mutating func store(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes.span, at: written)
    written += bytes.count
  }

  /// What was found, when all text was given.
  mutating func messages() throws(SystemError) -> [ReceivedMessage] {
    try store(reader.finish())
    var assembly = ArmorAssembly<ArmorStream.Content>()
    var messages: [(Int, ReceivedMessage)] = []
    for (number, finding) in reader.findings.enumerated() {
      switch finding {
      case .part(let part): assembly.add(part, at: number)
      case .damaged(let part):
        messages.append((number, .unreadable(what: part.description, hint: part.hint)))
      }
    }
    for message in assembly.messages {
      messages.append((message.position, try received(message)))
    }
    return messages.sorted { $0.0 < $1.0 }.map { $1 } + (reader.isOverfull ? [ArmorSpool.rest] : [])
  }

  private static var rest: ReceivedMessage {
    .unreadable(
      what: "more than \(ArmorStream.mostFindings) messages and parts are in one text",
      hint: "give fewer of them at a time")
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
      let mixed = DamagedPart.mixed
      return .unreadable(what: mixed.description, hint: mixed.hint)
    }
    let mended = message.mended
    let mending = ArmoredPacket.describe(mended, parts: message.count)
    return .found(
      .init(
        packet: packet, mending: mended.isEmpty ? nil : mending, pieces: try loaded(message, all)))
  }

  /// The parts themselves, none where they are too long to be kept anyway; all of a text's together.
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

  /// Whether the parts are of one message. The check of one that stands alone covers what the id does.
  private func isWhole(
    _ message: ArmorAssembly<ArmorStream.Content>.Message, _ packet: JoinedBytes
  ) throws(SystemError) -> Bool {
    if message.count == 1 { return true }
    var digest = SHA256()
    try packet.forEachPiece(of: ArmorSpool.pieceBytes) { digest.update($0) }
    return Armor.isID(message.id, digest.finish())
  }
}

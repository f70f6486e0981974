internal import Codec
internal import Primitives
internal import System

/// Reads armor that is too long for memory into the spool, and puts its parts together there.
struct ArmorSpool: ~Copyable {
  private static let pieceBytes = 256 << 10

  private let file: any StoredFile
  private var reader = ArmorStream()
  private var written = 0

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

  private func received(
    _ message: ArmorAssembly<ArmorStream.Content>.Message
  ) throws(SystemError) -> ReceivedMessage {
    if !message.missing.isEmpty {
      return .incomplete(IncompleteMessage(parts: message.count, missing: message.missing))
    }
    let all = FileBytes(file, count: written)
    let packet = JoinedBytes(all, message.parts.map(\.content.range))
    guard try isWhole(message, packet) else {
      let mixed = DamagedPart.mixed
      return .unreadable(what: mixed.description, hint: mixed.hint)
    }
    let mended = message.mended
    let mending = ArmoredPacket.describe(mended, parts: message.count)
    return .found(
      .init(packet: packet, mending: mended.isEmpty ? nil : mending, parts: message.count))
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

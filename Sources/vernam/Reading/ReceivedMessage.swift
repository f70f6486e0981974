internal import Codec
internal import Pad
internal import System
internal import Wording

/// One message that was found in the input, or why it cannot be read.
enum ReceivedMessage {
  struct Found {
    let packet: any ByteSource
    /// Says which blocks were mended; nil if none was.
    let mending: String?
    /// The parts it came in, if there are several and they are in memory.
    var pieces: [ArmorPart<[UInt8]>] = []
  }

  case found(Found)
  case incomplete(IncompleteMessage)
  case unreadable(any Error)

  init(_ finding: ArmorFinding) {
    switch finding {
    case .packet(let packet):
      let source = MemoryBytes(packet.bytes)
      let mended = packet.mended
      let mending = mended.isEmpty ? nil : ArmorBlock.describe(mended, parts: packet.parts)
      self = .found(Found(packet: source, mending: mending, pieces: packet.pieces))
    case .incomplete(let message): self = .incomplete(message)
    case .damaged(let part): self = .unreadable(Failure(part))
    }
  }
}

extension ReceivedMessage {
  /// The same messages in the same order; parts of one message from several texts are put together,
  /// along with those that were `kept`.
  static func joined(
    _ messages: [ReceivedMessage], completing kept: () -> [ArmorPart<[UInt8]>]
  ) -> [ReceivedMessage] {
    IncompleteMessage.joined(
      messages, incomplete: { if case .incomplete(let message) = $0 { message } else { nil } },
      completing: kept, ReceivedMessage.init)
  }
}

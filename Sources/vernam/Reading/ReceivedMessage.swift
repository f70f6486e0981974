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
    var others: [(position: Int, message: ReceivedMessage)] = []
    var lacking: [(position: Int, message: IncompleteMessage)] = []
    for (position, message) in messages.enumerated() {
      if case .incomplete(let incomplete) = message, !incomplete.found.isEmpty {
        lacking.append((position, incomplete))
      } else {
        others.append((position, message))
      }
    }
    if lacking.isEmpty { return messages }
    let joined = IncompleteMessage.joined(lacking, completing: kept())
      .map { ($0.position, ReceivedMessage($0.finding)) }
    return (others + joined).sorted { $0.position < $1.position }.map(\.message)
  }
}

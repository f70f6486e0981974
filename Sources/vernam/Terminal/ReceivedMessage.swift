internal import Codec
internal import Pad
internal import System

/// One message that was found in the input, or why it cannot be read.
enum ReceivedMessage {
  struct Found {
    let packet: any ByteSource
    /// Says which blocks were mended; nil where none was.
    let mending: String?
    var parts = 1
  }

  case found(Found)
  case incomplete(IncompleteMessage)
  case unreadable(what: String, hint: String)

  init(_ finding: ArmorFinding) {
    switch finding {
    case .packet(let packet):
      let source = MemoryBytes(packet.bytes)
      let mending = packet.mended.isEmpty ? nil : packet.description
      self = .found(Found(packet: source, mending: mending, parts: packet.parts))
    case .incomplete(let message): self = .incomplete(message)
    case .damaged(let part): self = .unreadable(what: part.description, hint: part.hint)
    }
  }
}

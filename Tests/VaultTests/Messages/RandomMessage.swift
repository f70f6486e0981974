import Codec
import FuzzTargets
import System
import TestSupport

/// A random message, with its pad, and its packet as the reference seals it.
struct RandomMessage {
  let head: BodyHead
  let content: [UInt8]
  let slice: [UInt8]
  let position: PacketPosition
  let headerKey: [UInt8]
  let packet: [UInt8]

  init(_ random: Seeded, longest: Int) {
    self.init(random, contentBytes: random.number(in: 0...longest))
  }

  init(_ random: Seeded, contentBytes: Int) {
    let number = { random.number(in: 0...Int(UInt32.max)) }
    head = BodyHead(
      kind: RandomMessage.kind(random), peerSeen: number(), previousEnd: number(),
      sentBefore: number())
    content = random.bytes(contentBytes)
    let bodyBytes = Body.byteCount(head.kind, content: contentBytes)
    // Whole chunks: the last bytes may be left over.
    slice = random.bytes((bodyBytes + 64 + 255) / 256 * 256)
    position = PacketPosition(
      padID: random.bytes(16), lane: random.number(in: 0...1), chunk: number())
    headerKey = random.bytes(32)
    packet = ReferencePacket.seal(
      head, content, slice: slice, at: position, headerKey: headerKey)
  }

  /// The shipped code, with this message's pad.
  func streamed(_ pieceBytes: Int) -> StreamedPacket {
    StreamedPacket(slice: slice, at: position, pieceBytes: pieceBytes)
  }

  private static func kind(_ random: Seeded) -> BodyHead.Kind {
    switch random.number(in: 0...3) {
    case 0: .text
    case 1: .unknown(UInt8(random.number(in: 4...255)))
    default: .file(FileName(random.bytes(random.number(in: 0...300))))
    }
  }
}

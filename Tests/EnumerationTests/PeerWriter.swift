import Codec
import Pad
import TestSupport

@testable import Vault

/// The other end as a sender, on lane 1.
struct PeerWriter {
  let pad: KnownPad
  private var next = 0
  private var previousEnd = 0
  private var count = 0

  init(_ pad: KnownPad) { self.pad = pad }

  /// Leaves `skipping` chunks unused, as after a crash.
  mutating func write(
    _ text: String, skipping: Int = 0, peerSeen: Int = 0
  ) -> Cast.Message {
    let head = BodyHead(
      kind: .text, peerSeen: peerSeen, previousEnd: previousEnd, sentBefore: count)
    let start = next + skipping
    let needed = pad.shape.chunksNeeded(bodyBytes: Body.byteCount(content: text.utf8.count))
    let chunks = start..<start + needed
    let packet = ReferencePacket.seal(
      head, Array(text.utf8), slice: pad.bytes(lane: 1, chunks),
      at: PacketPosition(padID: pad.id.bytes, lane: 1, chunk: start),
      headerKey: pad.headerKey(lane: 1))
    defer {
      next = chunks.upperBound
      previousEnd = next
      count += 1
    }
    return Cast.Message(
      packet: packet, chunks: chunks, neverUsed: next..<start, text: text, number: count + 1)
  }
}

import Codec
import Pad
import TestSupport

@testable import Vault

/// A pad whose every byte the tests know.
struct KnownPad: Sendable {
  let id: PadID
  let shape: PadShape
  /// Header keys, then both lanes. Test data, so not secret.
  let material: [UInt8]

  var headerKeys: [UInt8] { Array(material[..<PadShape.headerKeysBytes]) }

  func headerKey(lane: Int) -> [UInt8] { Array(material[lane * 32..<lane * 32 + 32]) }

  /// The bytes of chunks of a lane.
  func bytes(lane: Int, _ chunks: Range<Int>) -> [UInt8] {
    let first = shape.position(lane: lane, index: chunks.lowerBound)
    let start = PadShape.headerKeysBytes + first * shape.chunkBytes
    return Array(material[start..<start + chunks.count * shape.chunkBytes])
  }

  /// Chunks of a lane as indices over both lanes.
  func positions(_ chunks: Range<Int>, lane: Int) -> Range<Int> {
    let first = shape.position(lane: lane, index: chunks.lowerBound)
    return first..<first + chunks.count
  }

  /// Reads a packet as the other end does: with the material, without a vault. `lane`: the
  /// sender's.
  func read(_ packet: [UInt8], lane: Int = 0) -> Ledger.Released? {
    let key = headerKey(lane: lane)
    guard let chunk = Packet.chunk(of: packet.span, headerKey: key.span) else { return nil }
    let needed = shape.chunksNeeded(bodyBytes: Packet.bodyBytes(packet: packet.count))
    let chunks = chunk..<chunk + needed
    let position = PacketPosition(padID: id.bytes, lane: lane, chunk: chunk)
    guard chunks.upperBound <= shape.laneChunks[lane],
      let body = ReferencePacket.body(
        of: packet, slice: bytes(lane: lane, chunks), at: position)
    else { return nil }
    return Ledger.Released(pad: id, chunks: chunks, head: body.head)
  }
}

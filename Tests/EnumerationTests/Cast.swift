import Codec
import Pad
import Primitives
import System
import TestSupport

@testable import Vault

/// What does not change while states are enumerated: one pad, known to the test in full, and the
/// messages that the other end has released under it; and another pad of the same two.
struct Cast: Sendable {
  struct Message {
    let packet: [UInt8]
    let chunks: Range<Int>
    /// Chunks before it that the sender never used on the wire.
    let neverUsed: Range<Int>
    let text: String
  }

  static let directory = "/alice"
  static let peerDirectory = "/bob"
  static let witnesses = "/witnesses"
  static let name = "bob"
  static let laneChunks = 24
  static let machineID = Array("a test's machine".utf8)

  static let cost = Scrypt.Cost(logN: 4, r: 8, p: 1)

  let padID: PadID
  let shape = PadShape(chunkBytes: 256, laneChunks: [laneChunks, laneChunks])!
  /// Header keys, then both lanes. A test's, so no secret.
  let material: [UInt8]
  /// 32 bytes, of which pairing makes the material.
  let materialKey: [UInt8]
  let messages: [Message]

  let otherPadID: PadID
  let otherMaterial: [UInt8]
  /// On the other pad: the other end has seen chunks of it that were never sent.
  let witness: [UInt8]

  init(random: Seeded) {
    padID = PadID(random.bytes(16))
    materialKey = random.bytes(32)
    material = Cast.stream(under: materialKey, shape.materialBytes)
    var writer = PeerWriter(padID: padID, shape: shape, material: material)
    messages = [
      writer.write("zero"), writer.write(String(repeating: "one ", count: 80)),
      writer.write("two", skipping: 2), writer.write("three"), writer.write("four"),
    ]
    otherPadID = PadID(random.bytes(16))
    otherMaterial = random.bytes(shape.materialBytes)
    var other = PeerWriter(padID: otherPadID, shape: shape, material: otherMaterial)
    witness = other.write("seen", peerSeen: 3).packet
  }

  private static func stream(under key: [UInt8], _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    var cipher = AES256CTR()
    cipher.combine(key: key.span, with: &span)
    return bytes
  }

  /// A packet with a wrong tag, for chunks that hold no message yet.
  var forged: [UInt8] {
    var packet = messages[4].packet
    packet[20] ^= 1
    return packet
  }

  func slice(lane: Int, _ chunks: Range<Int>) -> PadSlice {
    let bytes = bytes(lane: lane, chunks)
    return PadSlice(SecretBytes(copying: bytes.span))
  }

  func bytes(lane: Int, _ chunks: Range<Int>) -> [UInt8] {
    let first = shape.position(lane: lane, index: chunks.lowerBound)
    let start = PadShape.headerKeysBytes + first * shape.chunkBytes
    return Array(material[start..<start + chunks.count * shape.chunkBytes])
  }

  func chunks(of packet: [UInt8], at chunk: Int) -> Range<Int> {
    let bodyBytes = Packet.bodyBytes(packet: packet.count)
    return chunk..<chunk + shape.chunksNeeded(bodyBytes: bodyBytes)
  }

  /// Reads a packet of ours as the other end does: with the material, without a vault. `lane`: the
  /// sender's.
  func read(_ packet: [UInt8], lane: Int = 0) -> Ledger.Released? {
    let key = Array(material[lane * 32..<lane * 32 + 32])
    guard let chunk = Packet.chunk(of: packet.span, headerKey: key.span) else { return nil }
    let chunks = chunks(of: packet, at: chunk)
    let place = PacketPlace(padID: padID.bytes, lane: lane, chunk: chunk)
    guard chunks.upperBound <= Cast.laneChunks,
      let text = Packet.open(packet.span, with: slice(lane: lane, chunks), at: place),
      let body = Body(text)
    else { return nil }
    return Ledger.Released(chunks: chunks, head: body.head)
  }
}

/// The other end as a sender.
private struct PeerWriter {
  let padID: PadID
  let shape: PadShape
  let material: [UInt8]
  private var next = 0
  private var previousEnd = 0
  private var count = 0

  init(padID: PadID, shape: PadShape, material: [UInt8]) {
    self.padID = padID
    self.shape = shape
    self.material = material
  }

  /// `skipping` chunks are never used, as after a crash.
  mutating func write(
    _ text: String, skipping: Int = 0, peerSeen: Int = 0
  ) -> Cast.Message {
    let head = BodyHead(
      kind: .text, peerSeen: peerSeen, previousEnd: previousEnd, sentBefore: count)
    let body = Body(head, content: Array(text.utf8).span)
    let start = next + skipping
    let needed = shape.chunksNeeded(bodyBytes: Body.byteCount(content: text.utf8.count))
    let first = PadShape.headerKeysBytes + (Cast.laneChunks + start) * shape.chunkBytes
    let bytes = Array(material[first..<first + needed * shape.chunkBytes])
    let key = SecretBytes(copying: Array(material[32..<64]).span)
    let packet = Packet.seal(
      body, with: PadSlice(SecretBytes(copying: bytes.span)),
      at: PacketPlace(padID: padID.bytes, lane: 1, chunk: start), headerKey: key)
    defer {
      next = start + needed
      previousEnd = next
      count += 1
    }
    return Cast.Message(
      packet: packet, chunks: start..<start + needed, neverUsed: next..<start, text: text)
  }
}

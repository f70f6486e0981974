import Codec
import FuzzTargets
import Pad
import TestSupport
import Testing

/// The shipped code, which works piece by piece, against the reference, which works in one step.
@Suite("Any packet")
struct PacketPropertyTests {
  static let pieceSizes = [1, 64, 100, 4096, 1 << 20]

  @Test("is sealed and opened as the reference does it", arguments: pieceSizes)
  func sameAsReference(pieceBytes: Int) throws {
    let random = Seeded(for: "packets in pieces of \(pieceBytes)")
    for _ in 0..<50 {
      let message = RandomMessage(random, longest: min(3 * pieceBytes + 600, 20_000))
      let streamed = message.streamed(pieceBytes)
      let packet = try streamed.seal(message.head, message.content, headerKey: message.headerKey)
      #expect(packet == message.packet)
      let opening = try streamed.open(message.packet)
      #expect(opening.answer == message.head && opening.begun == message.head)
      #expect(opening.contentBytes == message.content.count)
      #expect(opening.content == message.content)
      #expect(opening.pieces.allSatisfy { (1...pieceBytes).contains($0.count) })
    }
  }

  @Test("longer than any piece is sealed and opened as the reference does it")
  func long() throws {
    let message = RandomMessage(Seeded(for: "a long packet"), contentBytes: 300_000)
    let streamed = message.streamed(1 << 16)
    try #expect(
      streamed.seal(message.head, message.content, headerKey: message.headerKey)
        == message.packet)
    try #expect(streamed.open(message.packet).content == message.content)
  }

  @Test("with any byte changed is not authentic, and none of it is delivered")
  func flippedByte() throws {
    let random = Seeded(for: "flipped bytes")
    for contentBytes in [0, 40, 200] {
      let message = RandomMessage(random, contentBytes: contentBytes)
      for index in message.packet.indices {
        var packet = message.packet
        packet[index] ^= UInt8(random.number(in: 1...255))
        let ciphertext = Packet.headerBytes..<packet.count - Packet.tagBytes
        let chunk = Packet.chunk(of: packet.span, headerKey: message.headerKey.span)
        #expect((chunk == nil) != ciphertext.contains(index))
        // The header is computed from the tag, which does not cover it.
        if index < ciphertext.lowerBound { continue }
        #expect(ReferencePacket.open(packet, slice: message.slice, at: message.position) == nil)
        for pieceBytes in [64, 4096] {
          #expect(try message.streamed(pieceBytes).open(packet).isRefused)
        }
      }
    }
  }

  @Test("that was made shorter or longer is not authentic")
  func otherLength() throws {
    let message = RandomMessage(Seeded(for: "other lengths"), contentBytes: 200)
    let streamed = message.streamed(64)
    let (packet, tag) = (message.packet, Array(message.packet.suffix(48)))
    for count in Packet.leastBytes..<packet.count {
      #expect(try streamed.open(Array(packet[..<count])).isRefused)
      #expect(try streamed.open(Array(packet[..<(count - 48)]) + tag).isRefused)
    }
    #expect(try streamed.open(packet + [0]).isRefused)
    #expect(try streamed.open(Array(packet.dropLast(48)) + [0] + tag).isRefused)
  }

  @Test("is authentic only at its own position of its own pad")
  func elsewhere() throws {
    let message = RandomMessage(Seeded(for: "elsewhere"), contentBytes: 200)
    let here = message.position
    let others = [
      PacketPosition(padID: here.padID.map { $0 ^ 1 }, lane: here.lane, chunk: here.chunk),
      PacketPosition(padID: here.padID, lane: 1 - here.lane, chunk: here.chunk),
      PacketPosition(padID: here.padID, lane: here.lane, chunk: here.chunk ^ 1),
    ]
    for position in others {
      let streamed = StreamedPacket(slice: message.slice, at: position, pieceBytes: 64)
      #expect(try streamed.open(message.packet).isRefused)
    }
    // Poly1305 ignores some bits of the first half of its key.
    for index in Array(0..<32) + Array(48..<64) {
      var slice = message.slice
      slice[index] ^= 1
      let streamed = StreamedPacket(slice: slice, at: here, pieceBytes: 64)
      #expect(try streamed.open(message.packet).isRefused)
    }
  }

  /// Starts of bodies: nothing but zeros, no mark, a mark within the head, a name beyond the mark.
  static let malformedStarts: [[UInt8]] = [
    [], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x81], [1, 0, 0, 0, 0, 0, 0x80],
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0x61, 0x80],
  ]

  @Test(
    "that is authentic but holds no valid body is malformed, and none of it is delivered",
    arguments: malformedStarts, [64, 4096])
  func malformed(_ start: [UInt8], pieceBytes: Int) throws {
    let body = start + [UInt8](repeating: 0, count: 320 - start.count)
    let message = RandomMessage(Seeded(for: "malformed bodies"), contentBytes: 300)
    let packet = ReferencePacket.seal(
      body, slice: message.slice, at: message.position, headerKey: message.headerKey)
    let opening = try message.streamed(pieceBytes).open(packet)
    #expect(opening.isMalformed && opening.isSilent)
  }

  @Test("whose padding is not that of a bucket is read")
  func otherPadding() throws {
    let message = RandomMessage(Seeded(for: "other padding"), contentBytes: 200)
    let head = BodyHead(kind: .text, peerSeen: 1, previousEnd: 2, sentBefore: 3)
    let content = [UInt8](repeating: Body.mark, count: 60)
    let start = head.encoded().withBytes { $0.publicCopy }
    let text = start + content + [Body.mark]
    for zeros in 0...130 {
      let packet = ReferencePacket.seal(
        text + [UInt8](repeating: 0, count: zeros), slice: message.slice,
        at: message.position, headerKey: message.headerKey)
      let opening = try message.streamed(64).open(packet)
      #expect(opening.answer == head && opening.content == content)
    }
  }
}

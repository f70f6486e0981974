import Codec
import FuzzTargets
import Pad
import TestSupport
import Testing

/// The vectors come from a program written from the manual alone. They check the shipped code and
/// the reference that other tests compare it with.
@Suite("Vectors of packets")
struct PacketVectorTests {
  /// Bytes in memory at a time: fewer than any packet, a page, all.
  static let pieceSizes = [64, 4096, 1 << 20]

  @Test("Packets are sealed", arguments: try Vector.read("packets.txt"), pieceSizes)
  func sealed(_ vector: Vector, pieceBytes: Int) throws {
    let body = try vector.bytes("body")
    let read = try #require(PlainBody(body))
    let packet = try streamed(vector, pieceBytes).seal(
      read.head, read.content, headerKey: vector.bytes("header-key"))
    try #expect(packet == vector.bytes("packet"))
  }

  @Test("Packets are opened", arguments: try Vector.read("packets.txt"), pieceSizes)
  func opened(_ vector: Vector, pieceBytes: Int) throws {
    let body = try vector.bytes("body")
    let read = try #require(PlainBody(body))
    let opening = try streamed(vector, pieceBytes).open(vector.bytes("packet"))
    #expect(opening.answer == read.head)
    #expect(opening.begun == read.head)
    #expect(opening.contentBytes == read.content.count)
    #expect(opening.content == read.content)
  }

  @Test("The reference seals and opens them", arguments: try Vector.read("packets.txt"))
  func reference(_ vector: Vector) throws {
    let (body, slice) = (try vector.bytes("body"), try vector.bytes("slice"))
    let packet = try vector.bytes("packet")
    let position = try position(vector)
    let sealed = try ReferencePacket.seal(
      body, slice: slice, at: position, headerKey: vector.bytes("header-key"))
    #expect(sealed == packet)
    #expect(ReferencePacket.open(packet, slice: slice, at: position) == body)
  }

  @Test("Their headers say where they begin", arguments: try Vector.read("packets.txt"))
  func header(_ vector: Vector) throws {
    let (packet, key) = (try vector.bytes("packet"), try vector.bytes("header-key"))
    let chunk = Packet.chunk(of: packet.span, headerKey: key.span)
    try #expect(chunk == vector.number("chunk"))
  }

  private func streamed(_ vector: Vector, _ pieceBytes: Int) throws -> StreamedPacket {
    StreamedPacket(
      slice: try vector.bytes("slice"), at: try position(vector), pieceBytes: pieceBytes)
  }

  private func position(_ vector: Vector) throws -> PacketPosition {
    PacketPosition(
      padID: try vector.bytes("pad-id"), lane: try vector.number("lane"),
      chunk: try vector.number("chunk"))
  }
}

/// A parsed padded body.
private struct PlainBody {
  let head: BodyHead
  let content: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard let body = ReferenceBody(SecretBytes(copying: bytes.span)) else { return nil }
    head = body.head
    content = body.withContent { $0.publicCopy }
  }
}

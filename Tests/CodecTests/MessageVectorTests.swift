import Pad
import TestSupport
import Testing

@testable import Codec

/// The vectors of messages were made by the program that knows the manual alone; it checks them too.
@Suite("Vectors of messages")
struct MessageVectorTests {
  @Test("Bodies have the sizes of Padmé", arguments: try Vector.read("padme.txt"))
  func padme(_ vector: Vector) throws {
    try #expect(Padme.bucket(vector.number("count")) == vector.number("bucket"))
  }

  @Test("Blocks have their checks, and are mended", arguments: try Vector.read("reed-solomon.txt"))
  func block(_ vector: Vector) throws {
    let (block, code) = (try vector.bytes("block"), ReedSolomon())
    var written = Array(block[..<26]) + [0, 0, 0, 0]
    code.encode(&written)
    #expect(written == block)
    if vector.has("damaged") {
      var damaged = try vector.bytes("damaged")
      #expect(code.mend(&damaged) == .mended)
      #expect(damaged == block)
    }
    if vector.has("illegible") {
      let places = try vector.bytes("illegible").map(Int.init)
      var damaged = block
      for place in places { damaged[place] ^= 21 }
      #expect(code.mend(&damaged, illegible: places) == .mended)
      #expect(damaged == block)
    }
  }

  @Test("Bodies are written and read", arguments: try Vector.read("bodies.txt"))
  func body(_ vector: Vector) throws {
    let content = try vector.bytes("content")
    let kind: BodyHead.Kind =
      vector.has("file-name")
      ? .file(FileName(try vector.bytes("file-name"))) : content.isEmpty ? .hello : .text
    let head = BodyHead(
      kind: kind, peerSeen: try vector.number("peer-seen"),
      previousEnd: try vector.number("previous-end"),
      sentBefore: try vector.number("sent-before"))
    let written = Body(head, content: content.span).encoded()
    try #expect(written.withBytes { $0.publicCopy } == vector.bytes("body"))
    guard let read = Body(written) else {
      Issue.record("not a body")
      return
    }
    let text = read.withContent { $0.publicCopy }
    #expect(text == content)
    #expect(read.head == head)
  }

  @Test("Packets are sealed and opened", arguments: try Vector.read("packets.txt"))
  func packet(_ vector: Vector) throws {
    let packet = try vector.bytes("packet")
    try #expect(sealed(vector) == packet)
    try #expect(opened(vector, packet) == vector.bytes("body"))
    let key = try vector.bytes("header-key")
    let chunk = Packet.chunk(of: packet.span, headerKey: key.span)
    try #expect(chunk == vector.number("chunk"))
  }

  private func place(_ vector: Vector) throws -> PacketPlace {
    PacketPlace(
      padID: try vector.bytes("pad-id"), lane: try vector.number("lane"),
      chunk: try vector.number("chunk"))
  }

  private func sealed(_ vector: Vector) throws -> [UInt8] {
    let (bytes, key) = (try vector.bytes("body"), try vector.bytes("header-key"))
    return Packet.seal(
      try body(bytes), with: try slice(vector), at: try place(vector),
      headerKey: SecretBytes(copying: key.span))
  }

  private func opened(_ vector: Vector, _ packet: [UInt8]) throws -> [UInt8] {
    guard
      let opened = Packet.open(
        packet.span, with: try slice(vector), at: try place(vector))
    else { throw NoBody() }
    return opened.withBytes { $0.publicCopy }
  }

  private struct NoBody: Error {}

  private func body(_ bytes: [UInt8]) throws -> Body {
    guard let body = Body(SecretBytes(copying: bytes.span)) else { throw NoBody() }
    return body
  }

  private func slice(_ vector: Vector) throws -> PadSlice {
    let bytes = try vector.bytes("slice")
    return PadSlice(SecretBytes(copying: bytes.span))
  }

  @Test("Armor is written and read", arguments: try Vector.read("armor.txt"))
  func armor(_ vector: Vector) throws {
    let packet = try vector.bytes("packet")
    let text = try vector.text("text").map { $0 == "|" ? "\n" : $0 }
    #expect(packets(read(String(text))) == [packet])
    if !vector.has("bytes-in-part") { #expect(CodecTests.armor(packet) == String(text)) }
  }
}

import Pad
import TestSupport
import Testing

@testable import Codec

/// The message vectors were made by the program that knows only the manual; it checks them too.
@Suite("Message vectors")
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
    let body = try vector.bytes("body")
    // The program reads extended bodies, and writes none.
    if !vector.has("fields") {
      let written = ReferenceBody(head, content: content.span).encoded()
      #expect(written.withBytes { $0.publicCopy } == body)
    }
    guard let read = ReferenceBody(SecretBytes(copying: body.span)) else {
      Issue.record("not a body")
      return
    }
    let text = read.withContent { $0.publicCopy }
    #expect(text == content)
    #expect(read.head.kind == head.kind)
    #expect(read.head.peerSeen == head.peerSeen)
    #expect(read.head.previousEnd == head.previousEnd)
    #expect(read.head.sentBefore == head.sentBefore)
  }

  @Test("Armor is written and read", arguments: try Vector.read("armor.txt"))
  func armor(_ vector: Vector) throws {
    let packet = try vector.bytes("packet")
    let text = try vector.text("text").map { $0 == "|" ? "\n" : $0 }
    #expect(packets(read(String(text))) == [packet])
    if !vector.has("bytes-in-part") { #expect(CodecTests.armor(packet) == String(text)) }
  }
}

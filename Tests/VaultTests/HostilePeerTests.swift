import Codec
import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("A hostile peer")
struct HostilePeerTests {
  /// A packet from the taker, on a pad of 64 KiB, with this head.
  private func packet(_ head: BodyHead, _ material: [UInt8], _ id: PadID) -> [UInt8] {
    let lane = PadShape.headerKeysBytes + 32768
    return ReferencePacket.seal(
      head, Array("evil".utf8), slice: Array(material[lane..<lane + 256]),
      at: PacketPosition(padID: id.bytes, lane: 1, chunk: 0),
      headerKey: Array(material[32..<64]))
  }

  private func receive(_ head: BodyHead) throws -> VaultError? {
    try withTemporaryDirectory { directory in
      let alice = try TwoVaults.vault(directory + "/alice", KernelRandomness())
      let id = PadID(KernelRandomness().bytes(16))
      let shape = PadShape(size: 64 << 10, split: 50)!
      let material = KernelRandomness().bytes(shape.materialBytes)
      try TwoVaults.add(
        SecretBytes(copying: material.span), id, shape, to: alice, of: "eve", .giver, true)
      do throws(VaultError) {
        _ = try alice.receive(packet(head, material, id)) { _, _ in }
        return try alice.contact("eve").pads[0].closure.map { .sendingClosed("eve", $0) }
      } catch { return error }
    }
  }

  @Test("An impossible count of messages is refused before anything is delivered")
  func impossibleCount() throws {
    let head = BodyHead(kind: .text, peerSeen: 0, previousEnd: 0, sentBefore: Int(UInt32.max))
    #expect(try receive(head) == .malformedBody(from: "eve"))
  }

  @Test("A peer that has seen more than was sent closes sending")
  func seenTooMuch() throws {
    let head = BodyHead(kind: .text, peerSeen: 7, previousEnd: 0, sentBefore: 0)
    #expect(try receive(head) == .sendingClosed("eve", .peerHasSeenMore))
  }

  @Test("A previous end beyond the packet counts as the packet's beginning")
  func previousEndBeyond() throws {
    let head = BodyHead(
      kind: .text, peerSeen: 0, previousEnd: Int(UInt32.max), sentBefore: 0)
    #expect(try receive(head) == nil)
  }
}

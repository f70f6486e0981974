import Pad
import Primitives
import System
import TestSupport

@testable import Vault

/// The constants of an enumeration: two pads that the tests know in full, and the messages that the
/// other ends have released on them.
struct Cast: Sendable {
  struct Message {
    let packet: [UInt8]
    let chunks: Range<Int>
    /// Chunks before it that the sender never used on the wire.
    let neverUsed: Range<Int>
    let text: String
    /// Counted from 1 on the pad.
    let number: Int
  }

  static let directory = "/alice"
  static let peerDirectory = "/bob"
  static let counters = "/counters"
  static let name = "bob"
  /// A second contact, in worlds that have one.
  static let otherName = "carol"
  static let laneChunks = 24
  static let machineID = Array("a test's machine".utf8)
  static let contactSlotBytes = 8192

  static let cost = Scrypt.Cost(logN: 4, r: 8, p: 1)

  let pad: KnownPad
  /// 32 bytes from which pairing makes the material.
  let materialKey: [UInt8]
  let messages: [Message]

  let otherPad: KnownPad
  /// A message on the other pad: the other end has seen chunks of it that were never sent.
  let witness: Message

  var padID: PadID { pad.id }
  var shape: PadShape { pad.shape }
  var material: [UInt8] { pad.material }
  var pads: [KnownPad] { [pad, otherPad] }

  init(random: Seeded) {
    let shape = PadShape(chunkBytes: 256, laneChunks: [Cast.laneChunks, Cast.laneChunks])!
    materialKey = random.bytes(32)
    pad = KnownPad(
      id: PadID(random.bytes(16)), shape: shape,
      material: Cast.stream(under: materialKey, shape.materialBytes))
    var writer = PeerWriter(pad)
    messages = [
      writer.write("zero"), writer.write(String(repeating: "one ", count: 80)),
      writer.write("two", skipping: 2), writer.write("three"), writer.write("four"),
    ]
    otherPad = KnownPad(
      id: PadID(random.bytes(16)), shape: shape, material: random.bytes(shape.materialBytes))
    var other = PeerWriter(otherPad)
    witness = other.write("seen", peerSeen: 3)
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

  /// Reads a packet of ours, whichever pad it was sent on.
  func read(_ packet: [UInt8], lane: Int = 0) -> Ledger.Released? {
    for pad in pads {
      if let read = pad.read(packet, lane: lane) { return read }
    }
    return nil
  }
}

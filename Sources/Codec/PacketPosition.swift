internal import Pad

/// The place of a packet in its pad; authenticated with it, never sent in the clear.
package struct PacketPosition: Equatable, Sendable {
  /// 16 bytes.
  package let padID: [UInt8]
  /// 0 for the giver's lane, 1 for the taker's.
  package let lane: Int
  /// The lane's chunk that the packet's slice starts at.
  package let chunk: Int

  package init(padID: [UInt8], lane: Int, chunk: Int) {
    self.padID = padID
    self.lane = lane
    self.chunk = chunk
  }

  /// The text that both authenticators read before the ciphertext.
  var authenticatedText: [UInt8] {
    Array("vernam/1 message".utf8) + padID + [UInt8(lane)] + UInt32(chunk).bigEndianBytes
  }
}

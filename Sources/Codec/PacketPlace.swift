/// Where in which pad a packet stands; authenticated with it, never sent in clear.
package struct PacketPlace: Equatable, Sendable {
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
}

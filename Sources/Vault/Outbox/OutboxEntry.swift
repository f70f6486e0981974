/// A packet that was released, and whose arrival nobody has confirmed.
package struct OutboxEntry: Equatable, Sendable {
  package let pad: PadID
  /// Bytes of the packet.
  package let count: Int
  /// The first chunk of our lane that it uses: packets of one pad are sent in this order.
  let chunk: Int
  /// What the other end answers once the message is read.
  package let receipt: PacketReceipt
  /// What it answers if the message will never be read.
  package let passed: PacketReceipt

  /// `tag`: the packet's, 48 bytes. `lane`: ours.
  init(pad: PadID, count: Int, chunk: Int, tag: [UInt8], keys: HeaderKeys, lane: Int) {
    self.pad = pad
    self.count = count
    self.chunk = chunk
    receipt = keys.receipt(.arrived, tag: tag, lane: lane)
    passed = keys.receipt(.passed, tag: tag, lane: lane)
  }
}

internal import Link
internal import Vault

/// What a session works for.
protocol LinkSessionOwner: AnyObject, Sendable {
  /// The other end is certainly there. Ends an earlier session with it.
  func begin(_ session: LinkSession)
  /// How far a long packet has come; nil once it is no longer on its way.
  func progressed(_ progress: TransferProgress?)
  /// Whether the person has removed a packet from the outbox.
  func isRemoved(_ entry: OutboxEntry) -> Bool
  /// All of a packet has left.
  func sent(_ entry: OutboxEntry)
  /// The other end has answered a packet. Blocks.
  func confirm(_ receipt: PacketReceipt) throws(VaultError)
  /// Reads a packet that came, and puts the answer to it, if any, into the queue. `isAhead`: a part
  /// of an earlier one has come, so that one is not missing. Blocks.
  func read(
    _ packet: IncomingPacket, overtaking isAhead: Bool, answering queue: FrameQueue
  ) throws(VaultError)
}

/// What a frame carries. On the wire a frame is
///
///     kind 1 ‖ AES-256-GCM ciphertext ‖ tag 16
///
/// with the sending end's key, nonce = 4 zero bytes ‖ be64 counter, and AAD = th ‖ be64 counter ‖
/// kind. The counter starts at 0 and counts the frames of that direction. There is no length: it
/// follows from the kind, and that of data from the agreed size (`TransferPlan`).
enum FrameKind: UInt8, Sendable {
  /// Giver: the record (1024 bytes), then the material.
  case data = 0
  /// Giver: D = SHA-256(record ‖ material), 32 bytes; its own copy is durable.
  case last = 1
  /// Either: an `AbortReason`, 1 byte.
  case abort = 2
  /// Taker: be64, bytes of material that are stored durably.
  case acknowledge = 3
  /// Taker: the first packet under the pad, 120 bytes.
  case hello = 4
  /// Giver: the hello arrived; empty.
  case done = 5
}

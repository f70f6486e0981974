/// How long a giver still waits for its taker. The time that it spends on the network counts, and
/// each acknowledgement (there is one for each piece) adds the longest time for a piece, up to what
/// there was at first. So a taker that takes frames and says nothing is noticed in time, however
/// slowly it reads, and so is one that answers too seldom.
struct AcknowledgementTime {
  private static let ofPiece = FrameChannel.time(
    for: FrameCipher.frameBytes(TransferPlan.pieceBytes))

  private let most: Duration
  private(set) var left: Duration

  init(_ most: Duration) {
    self.most = most
    left = most
  }

  /// Whether the giver has to hear from the taker before it sends more.
  var isShort: Bool { left < most / 2 }

  mutating func spent(since start: ContinuousClock.Instant) { left -= start.duration(to: .now) }

  mutating func acknowledged() { left = min(left + AcknowledgementTime.ofPiece, most) }
}

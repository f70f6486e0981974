/// How fast a transfer goes, measured from its first report on.
package struct TransferRate: Sendable {
  private var start: (time: ContinuousClock.Instant, bytes: Int)?

  package init() {}

  /// Bytes a second; 0 if unknown, as when only the last few bytes were measured.
  package mutating func measure(_ bytes: Int, at now: ContinuousClock.Instant = .now) -> Int {
    // Bytes that were there at the start say nothing about the rate.
    let (first, startBytes) = start ?? (now, bytes)
    start = (first, startBytes)
    let time = (now - first).components
    let seconds = max(Double(time.seconds), 0) + Double(time.attoseconds) / 1e18
    let counted = max(bytes - startBytes, 0)
    return seconds > 0 && counted >= bytes / 64 ? Int(Double(counted) / seconds) : 0
  }

  /// As in "1:05 left".
  package static func timeLeft(_ bytes: Int, rate: Int) -> String {
    let seconds = bytes / rate
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) left"
  }
}

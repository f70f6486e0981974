/// The pauses between calls to the other end: each is twice as long as the one before.
struct CallPause {
  static let first: Duration = .seconds(1)
  static let longest: Duration = .seconds(30)
  /// Only after a session of this length do the pauses start over: a connection that is lost every
  /// time is not made anew every second.
  static let steady: Duration = .seconds(60)

  private var pause = CallPause.first

  /// The pause after a call that lasted this long, its session included.
  mutating func next(after lasted: Duration) -> Duration {
    if lasted >= CallPause.steady { pause = CallPause.first }
    defer { pause = min(pause * 2, CallPause.longest) }
    return pause
  }
}

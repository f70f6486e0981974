/// One end of a pairing at a moment at which it can stop.
struct Moment {
  let world: World
  /// The step that its disk was about to take, if any.
  let step: Step?
  /// Two hashes for each frame, as it is read: of its kind, then of the rest.
  let sent: [Int]
  let received: [Int]
  /// Everything that the end has done and met so far; the same history leads to the same moment.
  let history: [Int]
  /// Nothing comes after it.
  var isLast = false

  /// Whether the two ends can be at these moments together: nothing is read before it is sent.
  func isPossible(beside other: Moment) -> Bool {
    other.sent.starts(with: received) && sent.starts(with: other.received)
  }

  var stop: Enumeration.Stop { Enumeration.Stop(world: world, step: step) }
}

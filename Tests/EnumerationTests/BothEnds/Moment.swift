/// One end of a pairing at a moment at which it can stop.
struct Moment {
  let world: World
  /// What it was about to do to its disk, if it was that.
  let step: Step?
  /// Each frame as it is read: its kind, then the rest.
  let sent: [Int]
  let received: [Int]
  /// All that the end did and met before; the same history leads to the same moment.
  let history: [Int]
  /// Nothing comes after it.
  var isLast = false

  /// Whether both ends can be at these moments at one time: nothing is read before it is sent.
  func isPossible(beside other: Moment) -> Bool {
    other.sent.starts(with: received) && sent.starts(with: other.received)
  }

  var stop: Enumeration.Stop { Enumeration.Stop(world: world, step: step) }
}

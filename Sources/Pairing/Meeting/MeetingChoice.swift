/// The person's answer when several are on offer.
package enum MeetingChoice: Sendable {
  /// The one with this index.
  case offer(Int)
  /// None of them so far.
  case none
  /// Nothing more can be typed.
  case inputEnded
}

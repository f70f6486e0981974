/// The person's answer when several are on offer.
package enum MeetingChoice: Sendable {
  /// The one with this index.
  case offer(Int)
  /// One with this name, which may be among more than the search keeps.
  case name(String)
  /// None of them so far.
  case none
  /// The person gives up.
  case cancelled
  /// Nothing more can be typed.
  case inputEnded
}

/// What the search for the other end does and meets, for somebody who wants to see where it hangs.
/// Names come escaped.
package enum MeetingStep: Sendable {
  /// Avahi has taken the question who else is there.
  case looking
  case appeared(String)
  case vanished(String)
  /// Avahi is asked for the addresses of this one.
  case resolving(String)
  case resolved([Endpoint])
  /// Nobody has been seen for a while: multicast may be blocked.
  case nobodyYet
  /// Avahi has taken this end's offer and has not put it up for a while.
  case notOffered
}

package import Link

/// A step in the search for the other end, shown to a person who wants to see where it hangs. Names
/// come escaped.
package enum MeetingStep: Sendable {
  /// Avahi has accepted the query for other computers.
  case looking
  case appeared(String)
  case vanished(String)
  /// The person typed the name of this one, which the search has not seen.
  case lookingFor(String)
  /// Avahi has been asked for this one's addresses.
  case resolving(String)
  case resolved([Endpoint])
  /// Nobody answers for this one: the search goes on without it.
  case setAside(String)
  /// Nobody has been seen for a while: multicast may be blocked.
  case nobodyYet
  /// Avahi accepted this end's offer a while ago and has not published it yet.
  case notOffered
}

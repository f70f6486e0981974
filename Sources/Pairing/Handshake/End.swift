/// The two ends of a session. Keys and codes are named after the end that they belong to.
package enum End: String, Sendable {
  case listener, joiner

  package var other: End { self == .listener ? .joiner : .listener }
}

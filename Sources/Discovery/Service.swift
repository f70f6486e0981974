/// What is offered and looked for on the local network (RFC 6763, 7).
package enum Service: Sendable {
  /// Somebody who wants to share a pad.
  case pairing
  /// Somebody who shares one, under a name that only the other end of the pad recognizes.
  case exchange

  /// The name between `_` and `._tcp` may have at most 15 characters (RFC 6763, section 7.2).
  var type: String {
    switch self {
    case .pairing: "_vernam-pair._tcp"
    case .exchange: "_vernam._tcp"
    }
  }
}

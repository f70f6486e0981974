/// Why a search for the other end failed.
package enum DiscoveryError: Error, Hashable {
  /// Avahi's library is not installed.
  case noLibrary
  /// The system's D-Bus, through which Avahi is reached, is not running.
  case noBus
  /// Avahi is not running.
  case noAvahi
  /// Both are running, but Avahi cannot be reached over D-Bus.
  case avahiSilent
  /// Avahi, or its connection, ended during the search.
  case avahiLost
  /// Avahi, or D-Bus on its behalf, refuses: no permission, or too many clients.
  case refused
  /// No address was found for an offer.
  case unresolved(Offer)
  /// Any other code of `dns_sd.h`.
  case failed(code: Int32)
}

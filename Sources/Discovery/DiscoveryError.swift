/// Why the other end cannot be looked for.
package enum DiscoveryError: Error, Hashable {
  /// The system's D-Bus, through which Avahi is reached, does not run.
  case noBus
  /// Avahi does not run.
  case noAvahi
  /// Both run, and yet Avahi cannot be reached over D-Bus.
  case avahiSilent
  /// Avahi, or its connection, ended during the search.
  case avahiLost
  /// Avahi, or D-Bus for it, refuses: no right, or too many clients.
  case refused
  /// An offer has no address that can be found.
  case unresolved(Offer)
  /// Another code of `dns_sd.h`.
  case failed(code: Int32)
}

extension DiscoveryError: CustomStringConvertible {
  /// What is wrong, one line.
  package var description: String {
    switch self {
    case .noBus: "the system's D-Bus is not running, and Avahi is reached through it"
    case .noAvahi: "Avahi is not running"
    case .avahiSilent: "Avahi is running but does not answer on D-Bus"
    case .avahiLost: "Avahi stopped during the search"
    case .refused: "Avahi refuses to search for this user"
    case .unresolved(let offer): "no address found for \(offer.displayName)"
    case .failed(let code): "Avahi failed with code \(code)"
    }
  }

  /// What to do, one line.
  package var hint: String {
    switch self {
    case .noBus: "run \"sudo systemctl start dbus avahi-daemon\"; \(without)"
    case .noAvahi: "run \"sudo systemctl start avahi-daemon\"; \(without)"
    case .avahiSilent, .avahiLost, .failed:
      "run \"sudo systemctl restart avahi-daemon\"; \(without)"
    case .refused, .unresolved: without
    }
  }

  /// Multicast is often blocked where everything else works.
  private var without: String {
    "without Avahi: --listen PORT on one machine, --connect HOST:PORT on the other"
  }
}

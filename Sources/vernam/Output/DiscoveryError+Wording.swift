internal import Discovery

extension DiscoveryError {
  /// One line that says what is wrong.
  var what: String {
    switch self {
    case .noLibrary: "libdns_sd, Avahi's library, is not installed"
    case .noBus: "the system's D-Bus is not running, and Avahi is reached through it"
    case .noAvahi: "Avahi is not running"
    case .avahiSilent: "Avahi is running but does not answer on D-Bus"
    case .avahiLost: "Avahi stopped during the search"
    case .refused: "Avahi refuses to search for this user"
    case .unresolved(let offer): "no address found for \(offer.displayName)"
    case .failed(let code): "Avahi failed with code \(code)"
    }
  }

  /// One line that says what to do.
  var hint: String {
    switch self {
    case .noLibrary: "install libavahi-compat-libdnssd1; \(without)"
    case .noBus: "run \"sudo systemctl start dbus avahi-daemon\"; \(without)"
    case .noAvahi: "run \"sudo systemctl start avahi-daemon\"; \(without)"
    case .avahiSilent, .avahiLost, .failed:
      "run \"sudo systemctl restart avahi-daemon\"; \(without)"
    case .refused, .unresolved: without
    }
  }

  /// The way without Avahi: many networks block only multicast.
  private var without: String {
    "without Avahi: --listen PORT on one machine, --connect HOST:PORT on the other"
  }
}

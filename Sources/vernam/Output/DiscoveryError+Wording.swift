internal import Discovery

extension DiscoveryError {
  /// One line that says what is wrong.
  var what: String {
    switch self {
    case .noLibrary: "Avahi's library is not installed"
    case .noBus: "D-Bus is not running, and Avahi needs it"
    case .noAvahi: "Avahi is not running"
    case .avahiSilent: "Avahi is running but does not answer on D-Bus"
    case .avahiLost: "Avahi stopped during the search"
    case .refused: "Avahi does not let this user search"
    case .unresolved(let offer): "vernam found no address for \(offer.displayName)"
    case .failed(let code): "Avahi failed with code \(code)"
    }
  }

  /// One line that says what to do.
  var hint: String {
    switch self {
    case .noLibrary: "run \"sudo apt install libavahi-compat-libdnssd1\"; \(without)"
    case .noBus: "run \"sudo systemctl start dbus avahi-daemon\"; \(without)"
    case .noAvahi: "run \"sudo systemctl start avahi-daemon\"; \(without)"
    case .avahiSilent, .avahiLost, .failed:
      "run \"sudo systemctl restart avahi-daemon\"; \(without)"
    case .refused, .unresolved: without
    }
  }

  /// The way without Avahi: many networks block only multicast.
  private var without: String {
    "or add --listen PORT on one computer, and --connect HOST:PORT on the other"
  }
}

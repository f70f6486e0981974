package import Discovery

extension DiscoveryError {
  /// One line that says what is wrong.
  package var what: String {
    switch self {
    case .noLibrary: "Avahi's library is not installed, so vernam cannot find the other computer"
    case .noBus: "D-Bus is not running, so vernam cannot find the other computer"
    case .noAvahi: "Avahi is not running, so vernam cannot find the other computer"
    case .avahiSilent: "Avahi does not answer, so vernam cannot find the other computer"
    case .avahiLost: "Avahi stopped during the search for the other computer"
    case .refused: "Avahi does not let you search for the other computer"
    case .unresolved(let offer): "vernam found no address for \(offer.displayName)"
    case .failed(let code): "Avahi failed with code \(code)"
    }
  }

  /// One line that says what to do.
  package var hint: String {
    switch self {
    case .noLibrary: "run \"sudo apt install libavahi-compat-libdnssd1 avahi-daemon\"; \(without)"
    case .noBus: "\(installed), then \"sudo systemctl start dbus avahi-daemon\"; \(without)"
    case .noAvahi: "\(installed), then \"sudo systemctl start avahi-daemon\"; \(without)"
    case .avahiSilent, .avahiLost, .failed:
      "run \"sudo systemctl restart avahi-daemon\"; \(without)"
    case .refused, .unresolved: way
    }
  }

  /// The way without Avahi: many networks block only multicast.
  private var way: String {
    "add --listen PORT on one computer, and --connect HOST:PORT on the other"
  }

  private var installed: String { "run \"sudo apt install avahi-daemon\"" }

  private var without: String { "or \(way)" }
}

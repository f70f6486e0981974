internal import System

/// The firewalls that vernam knows, by name.
package enum Firewall: String, Sendable {
  case ufw, firewalld
}

/// Firewalls that show in files which anybody may read; their rules do not.
enum FirewallCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let firewall = running(snapshot.texts) else {
      return [Finding(.ok, .firewall, .pairing(.hasNoFirewall))]
    }
    return [Finding(.warn, .firewall, .pairing(.hasFirewall(firewall)))]
  }

  private static func running(_ texts: any SystemTexts) -> Firewall? {
    let ufw = (texts.text("/etc/ufw/ufw.conf") ?? "").split(separator: "\n")
    if ufw.contains(where: { $0.lowercased().hasPrefix("enabled=yes") }) { return .ufw }
    return texts.text("/run/firewalld.pid") != nil ? .firewalld : nil
  }
}

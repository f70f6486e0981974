internal import System

/// Firewalls that show in files which anybody may read; their rules do not.
enum FirewallCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let name = running(snapshot.texts) else {
      return [Finding(.ok, .firewall, .pairing(.hasNoFirewall))]
    }
    return [Finding(.warn, .firewall, .pairing(.hasFirewall(name)))]
  }

  private static func running(_ texts: any SystemTexts) -> String? {
    let ufw = (texts.text("/etc/ufw/ufw.conf") ?? "").split(separator: "\n")
    if ufw.contains(where: { $0.lowercased().hasPrefix("enabled=yes") }) { return "ufw" }
    return texts.text("/run/firewalld.pid") != nil ? "firewalld" : nil
  }
}

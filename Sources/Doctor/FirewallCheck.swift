internal import System

/// Firewalls that can be told from outside; what they let through cannot.
enum FirewallCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let name = running(snapshot.texts) else {
      return [.ok("firewall", "neither ufw nor firewalld is on, as far as can be seen")]
    }
    return [
      .warn(
        "firewall", "\(name) is on and may keep others from pairing with this machine",
        hint: "let UDP 5353 in, and the TCP port that you give with --port or --listen")
    ]
  }

  private static func running(_ texts: any SystemTexts) -> String? {
    let ufw = (texts.text("/etc/ufw/ufw.conf") ?? "").split(separator: "\n")
    if ufw.contains(where: { $0.lowercased().hasPrefix("enabled=yes") }) { return "ufw" }
    return texts.text("/run/firewalld.pid") != nil ? "firewalld" : nil
  }
}

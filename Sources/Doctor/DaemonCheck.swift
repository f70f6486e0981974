internal import Discovery

/// What `pair` finds others with.
enum DaemonCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let (bus, avahi) = (snapshot.daemons.isBusRunning, snapshot.daemons.isAvahiRunning)
    if bus, avahi { return [.ok("discovery", "D-Bus and Avahi answer")] }
    return [
      .warn(
        "discovery", "\(bus ? "avahi-daemon" : "D-Bus") does not run: \"pair\" finds nobody",
        hint: bus
          ? "systemctl start avahi-daemon; or pair with --listen and --connect"
          : "systemctl start dbus avahi-daemon; or pair with --listen and --connect")
    ]
  }
}

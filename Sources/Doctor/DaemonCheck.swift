internal import Discovery

/// The daemons that `pair` needs to find others.
enum DaemonCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let (bus, avahi) = (snapshot.daemons.isBusRunning, snapshot.daemons.isAvahiRunning)
    if bus, avahi { return [Finding(.ok, .discovery, .pairing(.daemonsRun))] }
    return [Finding(.warn, .discovery, .pairing(.daemonIsMissing(isBus: !bus)))]
  }
}

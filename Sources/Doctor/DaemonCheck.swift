internal import Discovery

/// The library and the daemons that `pair` and `chat` need to find others.
enum DaemonCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard snapshot.hasDiscoveryLibrary else {
      return [Finding(.warn, .discovery, .pairing(.libraryIsMissing))]
    }
    let (bus, avahi) = (snapshot.daemons.isBusRunning, snapshot.daemons.isAvahiRunning)
    if bus, avahi { return [Finding(.ok, .discovery, .pairing(.daemonsRun))] }
    return [Finding(.warn, .discovery, .pairing(.daemonIsMissing(isBus: !bus)))]
  }
}

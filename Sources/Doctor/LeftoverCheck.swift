/// Files that commands left behind when they were killed, and that may hold the text of messages.
enum LeftoverCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    snapshot.leftovers.map { Finding(.warn, .leftovers, .vault(.leftFile($0))) }
  }
}

/// The person's view and choices while the two ends look for each other. Names come escaped.
package protocol MeetingScreen: Sendable {
  /// This end is on offer under `name`.
  func offering(_ name: String)
  /// How the search goes on.
  func follow(_ step: MeetingStep)
  /// The other end is `name`; this end waits for it to connect, or connects to it.
  func met(_ name: String, weWait: Bool)
  /// Which of these the person has chosen to pair with. Returns at once, and is called again and
  /// again: an implementation asks if there are others than the last time.
  func choose(among names: [String]) -> MeetingChoice
}

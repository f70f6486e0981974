/// The person's view and choices while the two ends look for each other. Names come escaped.
package protocol MeetingScreen: Sendable {
  /// This end is on offer under `name`.
  func offering(_ name: String)
  /// How the search goes on.
  func follow(_ step: MeetingStep)
  /// The other end is `name`; this end waits for it to connect, or connects to it.
  func met(_ name: String, weWait: Bool)
  /// Asks which of several offers to pair with. Blocks until something is typed, or `isWanted` says
  /// that the question is settled.
  func choose(among names: [String], while isWanted: () -> Bool) -> MeetingChoice
}

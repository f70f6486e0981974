internal import System

/// The ^D that people type after a pasted message, although it ends by itself: the shell would take
/// it as the end of its own input, and close the window with the message in it.
final class StrayEnd {
  private static let milliseconds = 2000

  /// Whether what was pasted ended by itself.
  var isLikely = false

  /// Waits for it for a moment, once the message is on the screen.
  func take() { if isLikely { Stream.input.takeTypedEnd(milliseconds: StrayEnd.milliseconds) } }
}

internal import System

/// A ^D too many: after a pasted message, which ends by itself, or a second one in the middle of a
/// line, as other programs need. The shell would take it as the end of its own input, and close the
/// window with the message in it.
final class StrayEnd {
  private static let milliseconds = 2000

  /// Whether the text ended in a way that makes people press it.
  var isLikely = false

  /// Waits for it for a moment, once the message is on the screen.
  func take() { if isLikely { Stream.input.takeTypedEnd(milliseconds: StrayEnd.milliseconds) } }
}

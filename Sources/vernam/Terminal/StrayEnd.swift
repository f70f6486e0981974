internal import System

/// A ^D too many: after a pasted message, which ends by itself, or a second one after a typed text.
/// The shell would take it as the end of its own input, and close the
/// window with the message in it.
final class StrayEnd {
  private static let milliseconds = 2000

  /// Whether the text was typed or pasted.
  var isLikely = false

  /// Waits for it for a moment, once the message is on the screen.
  func take() { if isLikely { Stream.input.takeTypedEnd(milliseconds: StrayEnd.milliseconds) } }
}

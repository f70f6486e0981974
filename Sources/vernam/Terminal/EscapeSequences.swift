internal import System

/// Escape sequences (ECMA-48) on this terminal.
enum EscapeSequences {
  /// Whether the terminal has any, as far as TERM says.
  static var areKnown: Bool {
    !["", "dumb", "unknown"].contains(Machine.environment("TERM") ?? "")
  }
}

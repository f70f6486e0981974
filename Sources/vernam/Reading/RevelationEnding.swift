/// How a revelation ended.
enum RevelationEnding {
  /// The last word was shown, and a key was pressed on it.
  case delivered
  case left
  /// Nobody pressed a key.
  case timedOut
  /// The program is to end or to stop.
  case signal
}

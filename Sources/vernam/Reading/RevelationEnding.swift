/// How a revelation ended.
enum RevelationEnding {
  /// A key was pressed on the last word.
  case delivered
  case left
  /// Nobody pressed a key.
  case timedOut
  /// A signal is to end or stop the program.
  case signal
}

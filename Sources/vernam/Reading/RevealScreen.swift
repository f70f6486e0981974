internal import System

/// A terminal on which a text is shown word by word.
protocol RevealScreen: AnyObject {
  var columns: Int { get }
  var rows: Int { get }
  /// From now on keys arrive one by one, and signals are reported as events.
  func begin() throws(SystemError)
  /// Restores the terminal. A signal that came ends the program now, or stops it for a while.
  func end()
  func write(_ bytes: Span<UInt8>) throws(SystemError)
  /// Waits a moment for an event.
  func event() -> RevealEvent
}

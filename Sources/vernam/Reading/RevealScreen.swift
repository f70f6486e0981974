internal import System

/// A terminal on which a text is shown word by word.
protocol RevealScreen: AnyObject {
  var columns: Int { get }
  var rows: Int { get }
  /// From now on keys come one by one, and signals too.
  func begin() throws(SystemError)
  /// Everything is as it was before. A signal that came ends the program now, or stops it for a while.
  func end()
  func write(_ bytes: Span<UInt8>) throws(SystemError)
  /// What came within a moment.
  func event() -> RevealEvent
}

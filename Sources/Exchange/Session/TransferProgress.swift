/// How far a packet that takes more than a moment has come, in percent.
package enum TransferProgress: Equatable, Sendable {
  case sent(Int)
  case received(Int)

  /// How many bytes pass from one of these to the next.
  static let step = 256 << 10

  /// Whether it is to be told after these bytes.
  static func isDue(_ bytes: Range<Int>) -> Bool {
    bytes.upperBound / step > bytes.lowerBound / step
  }
}

/// Why an end gives up, in its ABORT frame (1 byte).
package enum AbortReason: UInt8, Sendable {
  /// Something failed at the sending end; also what an unknown number is taken for.
  case failed = 1
  /// The taker's copy is not what the giver sent.
  case differs = 2

  var text: String {
    switch self {
    case .failed: "something failed there"
    case .differs: "what it stored is not what was sent"
    }
  }
}

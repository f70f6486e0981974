/// Why noise failed a test while it was read.
package enum HealthFault: Sendable {
  case repeatedFrame
  /// An earlier frame, but for some changes.
  case oldFrame
  /// Earlier frames predict it.
  case foretoldFrame
  case repeatedParts
  case tiedFrames
  /// The repetition count or the adaptive proportion test (SP 800-90B, 4.4).
  case counters
  /// A test of the gate, done again.
  case gate(EntropyError)
}

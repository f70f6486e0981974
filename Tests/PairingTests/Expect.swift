import Pairing
import Testing

/// Expects `body` to throw exactly this error.
func expect(
  _ error: PairingError, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("no error", sourceLocation: sourceLocation)
  } catch let thrown {
    #expect(thrown as? PairingError == error, sourceLocation: sourceLocation)
  }
}

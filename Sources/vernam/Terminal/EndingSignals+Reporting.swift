internal import System

extension EndingSignals {
  /// Runs what looks for signals itself and closes what is open. Its error is told before the signal
  /// ends the program, so that the shell sees which one it was. Where all was done, that is what counts.
  static func reporting(_ body: () throws -> Void) throws {
    remember()
    do { try body() } catch {
      if cameIn {
        obeyAtOnce()
        // Who reads it may be what was waited for.
        if Stream.errors.isWritable(milliseconds: 1000) { Failure(error).report() }
      }
      release()
      throw error
    }
    disregard()
    release()
  }
}

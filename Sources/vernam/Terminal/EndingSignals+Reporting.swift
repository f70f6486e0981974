internal import System

extension EndingSignals {
  /// Runs what looks for signals itself and closes what is open. Its error is told before the signal
  /// ends the program, so that the shell sees which one it was.
  static func reporting(_ body: () throws -> Void) throws {
    remember()
    do { try body() } catch {
      if cameIn { Failure(error).report() }
      release()
      throw error
    }
    release()
  }
}

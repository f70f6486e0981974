internal import System

extension EndingSignals {
  /// Runs a body that looks for signals itself and closes what is open. If it fails, its error is
  /// reported before the signal ends the program, so that the shell sees which one it was. If it
  /// succeeds, a signal is ignored.
  static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    remember()
    let result: Result
    do { result = try body() } catch {
      if cameIn {
        obeyAtOnce()
        // The command may have been waiting for the very reader of standard error.
        if Stream.errors.isWritable(milliseconds: 1000) { Failure(error).report() }
      }
      release()
      throw error
    }
    disregard()
    release()
    return result
  }
}

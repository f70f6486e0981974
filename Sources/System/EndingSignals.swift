internal import CLinux

/// INT, TERM, HUP and QUIT for a command that must close something first.
package enum EndingSignals {
  /// From now on the first is remembered; the same one again ends the program at once.
  package static func remember() { linux_catch_ending_signals() }

  /// From now on any of them ends the program at once; `release` must still follow.
  package static func obeyAtOnce() { linux_obey_ending_signals() }

  /// Once everyone who remembered them has released them, they end the program again; one that came
  /// in meanwhile does so now.
  package static func release() { linux_release_ending_signals() }

  /// Forgets one that came in too late: what it would have stopped is done.
  package static func disregard() { linux_forget_ending_signal() }

  package static var cameIn: Bool { linux_caught_ending_signal() != 0 }

  /// Throws if one came in, so that writing to `path` stops.
  package static func checkBeforeWriting(_ path: String) throws(SystemError) {
    if cameIn { throw SystemError("write", path, code: SystemError.interrupted) }
  }
}

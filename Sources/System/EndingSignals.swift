internal import CLinux

/// INT, TERM, HUP and QUIT for a command that has something to close first.
package enum EndingSignals {
  /// From now on they are remembered, the first time; a second one ends the program at once.
  package static func remember() { linux_catch_ending_signals() }

  /// From here on any of them ends the program at once; `release` still comes.
  package static func obeyAtOnce() { linux_obey_ending_signals() }

  /// Where all who remembered have released them, they end the program again; one that came in
  /// meanwhile does so now.
  package static func release() { linux_release_ending_signals() }

  /// One that came in came too late: what it would have stopped is done.
  package static func disregard() { linux_forget_ending_signal() }

  package static var cameIn: Bool { linux_caught_ending_signal() != 0 }

  /// Throws where what writes to `path` is to go on no further.
  package static func checkBeforeWriting(_ path: String) throws(SystemError) {
    if cameIn { throw SystemError("write", path, code: SystemError.interrupted) }
  }
}

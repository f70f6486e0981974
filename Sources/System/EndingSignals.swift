internal import CLinux

/// INT, TERM, HUP and QUIT for a command that has something to close first.
package enum EndingSignals {
  /// From now on they are remembered, the first time; a second one ends the program at once.
  package static func remember() { linux_catch_ending_signals() }

  /// They end the program again; one that came in meanwhile does so now.
  package static func release() { linux_release_ending_signals() }

  package static var cameIn: Bool { linux_caught_signal() != 0 }
}

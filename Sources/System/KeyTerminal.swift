internal import CLinux

/// The terminal of this process, for reading keys one by one and without echo.
package final class KeyTerminal {
  package let stream: Stream
  private let terminal: OpenTerminal
  private var isBegun = false

  /// Throws an error with code `ControllingTerminal.missing` if there is none.
  package init() throws(SystemError) {
    terminal = try OpenTerminal()
    stream = terminal.stream
  }

  deinit { end() }

  /// Until `end`, signals that would end or stop the program are remembered.
  package func begin() throws(SystemError) {
    guard linux_begin_keys(stream.descriptor) == 0 else { throw .last("tcsetattr", stream.name) }
    isBegun = true
  }

  /// Restores the terminal. A signal that came ends the program now, or stops it for a while.
  package func end() {
    if !isBegun { return }
    isBegun = false
    linux_end_keys(stream.descriptor)
  }

  /// Whether a signal came since `begin`.
  package var wasSignalled: Bool { linux_caught_signal() != 0 }
}

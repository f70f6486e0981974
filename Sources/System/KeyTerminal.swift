internal import CLinux
internal import Glibc

/// A terminal whose keys are read one by one and without echo.
package final class KeyTerminal {
  package let stream: Stream
  /// Where keys are shown: the terminal of this process, or else `stream`.
  package let screen: Stream
  private let terminal: OpenTerminal?
  private var isBegun = false

  /// The terminal of this process. Throws an error with code `ControllingTerminal.missing` if there
  /// is none.
  package init() throws(SystemError) {
    let terminal = try OpenTerminal()
    (stream, screen) = (terminal.stream, terminal.stream)
    self.terminal = terminal
  }

  /// The terminal behind `stream`, which may be open for reading only.
  package init(_ stream: Stream) {
    self.stream = stream
    terminal = try? OpenTerminal()
    screen = terminal?.stream ?? stream
  }

  deinit { end() }

  /// Until `end`, signals that would end or stop the program are remembered, and ^C, ^\ and ^Z
  /// arrive as keys (see `raiseSignal`).
  ///
  /// - Parameters:
  ///   - dropsTyped: whether to drop what was typed before.
  ///   - keepsReturns: whether a carriage return, which Enter sends, stays one. Otherwise it becomes
  ///     a line feed.
  package func begin(dropsTyped: Bool = true, keepsReturns: Bool = false) throws(SystemError) {
    guard linux_begin_keys(stream.descriptor, dropsTyped, keepsReturns) == 0 else {
      throw .last("tcsetattr", stream.name)
    }
    isBegun = true
  }

  /// Restores the terminal, and drops what was typed and not read. A signal that came ends the
  /// program now, or stops it for a while.
  package func end() {
    if !isBegun { return }
    isBegun = false
    linux_end_keys(stream.descriptor)
  }

  /// If the terminal usually turns the key into a signal, as ^C, sends it, and returns true.
  package func raiseSignal(of key: UInt8) -> Bool { linux_raise_key_signal(key) }

  /// Whether a signal came since `begin`.
  package var wasSignalled: Bool { linux_caught_signal() != 0 }

  /// Whether that signal ends the program, rather than stopping it for a while.
  package var isEnding: Bool { ![0, SIGTSTP, SIGTTIN, SIGTTOU].contains(linux_caught_signal()) }

  /// How many bytes were typed and not read yet.
  package var typedBytes: Int { Int(linux_typed_bytes(stream.descriptor)) }
}

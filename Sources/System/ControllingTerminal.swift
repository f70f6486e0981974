internal import CLinux
internal import Glibc

/// The terminal of this process, whatever standard input and output are (/dev/tty).
package enum ControllingTerminal {
  /// The code of the error if there is none.
  package static let missing = ENXIO
  /// The code of the error if the input ended (^D) before anything was typed.
  package static let ended = ECANCELED

  /// Reads a line without echo; returns its bytes. The echo stays off until `restoreEcho` or the
  /// end of the program, so that nothing typed while a key is computed is shown. If the program was
  /// stopped meanwhile, it asks again; if a signal ends it, it shows the line `cancelled` first.
  package static func readPassphrase(
    _ prompt: String, ifEnded cancelled: String, into bytes: inout MutableSpan<UInt8>
  ) throws(SystemError) -> Int {
    while true {
      let length = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe linux_read_passphrase(prompt, cancelled, $0.baseAddress, $0.count)
        }
      }
      if length >= 0 { return length }
      let error = SystemError.last("read", "/dev/tty")
      // ^Z stopped the program for a while: the question comes again.
      guard error.code == SystemError.interrupted, !EndingSignals.cameIn else { throw error }
    }
  }

  /// Ends the silence after `readPassphrase`; what was typed meanwhile is dropped.
  package static func restoreEcho() { _ = linux_restore_echo() }

  /// Its width; nil if there is no terminal.
  package static var columns: Int? {
    guard let terminal = try? OpenTerminal() else { return nil }
    defer { withExtendedLifetime(terminal) {} }
    return terminal.stream.columns
  }

  /// Asks a question and reads the answer, dropping anything typed earlier. Throws `ended` if the
  /// answer is ^D, or if one of `EndingSignals` came in.
  package static func ask(_ question: String) throws(SystemError) -> String {
    let terminal = try OpenTerminal()
    defer { withExtendedLifetime(terminal) {} }
    let stream = terminal.stream
    stream.dropTypedInput()
    try? stream.write(Array(question.utf8).span)
    var line: [UInt8] = []
    while let next = nextByte(of: stream) {
      if next == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(next)
    }
    // After ^D the next line would follow the question.
    try? stream.write([UInt8(ascii: "\n")].span)
    throw SystemError("read", "/dev/tty", code: ended)
  }

  /// Nil at the end, or if a signal came in, which may interrupt another thread than this.
  private static func nextByte(of stream: Stream) -> UInt8? {
    while !stream.isReadable(milliseconds: 100) { if EndingSignals.cameIn { return nil } }
    return try? stream.readByte()
  }
}

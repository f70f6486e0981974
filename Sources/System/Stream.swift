internal import CLinux
internal import Glibc

/// A descriptor read and written in order, such as one that this process was started with.
package struct Stream: Sendable {
  package static let input = Stream(descriptor: STDIN_FILENO, name: "standard input")
  package static let output = Stream(descriptor: STDOUT_FILENO, name: "standard output")
  package static let errors = Stream(descriptor: STDERR_FILENO, name: "standard error")

  let descriptor: Int32
  package let name: String

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal; 80 if it does not say.
  package var columns: Int {
    let columns = Int(linux_terminal_columns(descriptor))
    return columns == 0 ? 80 : columns
  }

  /// Rows of the terminal; 24 if it does not say.
  package var rows: Int {
    let rows = Int(linux_terminal_rows(descriptor))
    return rows == 0 ? 24 : rows
  }

  /// Writes all of the bytes.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    let descriptor = descriptor
    let failure = unsafe bytes.withUnsafeBufferPointer { buffer -> Int32? in
      var rest = unsafe UnsafeRawBufferPointer(buffer)[...]
      while unsafe !rest.isEmpty {
        let source = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let written = unsafe Glibc.write(descriptor, source.baseAddress, source.count)
        if written < 0 {
          let code = errno
          if isWorthAnotherTry(code, for: POLLOUT) { continue }
          return code == EAGAIN ? EINTR : code
        }
        unsafe rest = unsafe rest.dropFirst(written)
        // A partial write waited for a reader, and the next would, too.
        if unsafe !rest.isEmpty, EndingSignals.cameIn { return EINTR }
      }
      return nil
    }
    if let failure { throw SystemError("write", name, code: failure) }
  }

  /// The attributes of the open file.
  package func attributes() throws(SystemError) -> FileAttributes {
    var found = linux_attributes()
    guard unsafe linux_attributes_of(descriptor, &found) == 0 else { throw .last("statx", name) }
    return FileAttributes(found)
  }

  /// Makes what was written durable if this is a regular file.
  package func syncRegularFile() throws(SystemError) {
    guard try attributes().kind == .regular else { return }
    guard fsync(descriptor) == 0 else { throw .last("fsync", name) }
  }

  /// Reads some bytes into `bytes` from `offset` on; returns how many, 0 at the end.
  package func read(into bytes: inout MutableSpan<UInt8>, from offset: Int) throws(SystemError)
    -> Int
  {
    let descriptor = descriptor
    let got = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[offset...])
      while true {
        let got = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
        if got >= 0 || !isWorthAnotherTry(errno, for: POLLIN) { return got }
      }
    }
    guard got >= 0 else { throw .last("read", name) }
    return got
  }

  /// The next byte; nil at the end.
  package func readByte() throws(SystemError) -> UInt8? {
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    return try read(into: &span, from: 0) == 1 ? byte[0] : nil
  }

  /// Whether writing a line would not block, within `milliseconds`.
  package func isWritable(milliseconds: Int) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, Int32(milliseconds)) > 0
  }

  /// Drops input typed before it was asked for, if this is a terminal.
  package func dropTypedInput() {
    if isTerminal { _ = tcflush(descriptor, TCIFLUSH) }
  }

  /// Whether a read would return at once, within `milliseconds`.
  package func isReadable(milliseconds: Int) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, Int32(milliseconds)) > 0
  }

  /// Takes one ^D that was typed at this terminal on a line of its own, or is typed within
  /// `milliseconds`. Takes nothing else: a line may be for the program that reads next, and ends
  /// the wait.
  package func takeTypedEnd(milliseconds: Int) {
    // In lines, a ^D ends a read and counts as no byte; of a line that is not ended, nothing is
    // readable yet.
    guard isTerminal, isReadable(milliseconds: milliseconds), linux_typed_bytes(descriptor) == 0
    else { return }
    _ = try? readByte()
  }

  /// Makes a vanished reader, or a limit on the size of files, an error of the write, not the end
  /// of this process; and keeps a closed standard descriptor an error, so that the next file opened
  /// does not get its number.
  package static func guardStandardStreams() {
    linux_hold_standard_descriptors()
    linux_ignore_write_signals()
  }

  /// Waits if the descriptor is nonblocking, which somebody else made it.
  private func isWorthAnotherTry(_ code: Int32, for events: Int32) -> Bool {
    if code == EINTR { return !EndingSignals.cameIn }
    guard code == EAGAIN else { return false }
    // A signal may go to another thread, or come between the check and the wait.
    while !EndingSignals.cameIn {
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      if unsafe poll(&request, 1, 100) != 0 { return true }
    }
    return false
  }
}

/// Ends the process.
package func exitProcess(_ code: Int32) -> Never { exit(code) }

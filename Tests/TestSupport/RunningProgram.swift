internal import Glibc
internal import System

/// A program that a test started. It is killed, by its id, when the last reference to it goes.
package final class RunningProgram {
  /// Who reads the program's output.
  package enum Reader: Sendable {
    /// The test, in the outcome.
    case test
    /// A file that already exists, such as `/dev/full`.
    case file(String)
    /// The same, opened with O_NONBLOCK, so that a plain write to it does not wait.
    case unwaitingFile(String)
    /// A pipe whose other end is closed.
    case nobody
  }

  private let process: pid_t
  private let directory: String
  private let hasOutput: Bool
  private var status: Int32?

  init(process: pid_t, directory: String, hasOutput: Bool) {
    self.process = process
    self.directory = directory
    self.hasOutput = hasOutput
  }

  deinit {
    send(SIGKILL)
    _ = wait()
  }

  /// Whether it has a file open in the directory `path` that has no name yet (O_TMPFILE).
  package func holdsUnnamedFile(in path: String) -> Bool {
    let descriptors = "/proc/\(process)/fd"
    let names = (try? Disk().list(descriptors)) ?? []
    return names.contains { name in
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("\(descriptors)/\(name)", &target, target.count)
      return String(decoding: target.prefix(max(count, 0)), as: UTF8.self).hasPrefix(path + "/#")
    }
  }

  /// Sends a signal, unless the program was waited for already.
  package func send(_ signal: Int32) {
    if status == nil { kill(process, signal) }
  }

  /// Its output so far.
  package func outputSoFar() throws -> String {
    String(decoding: try hasOutput ? readFile("\(directory)/1") : [], as: UTF8.self)
  }

  /// Its standard error so far.
  package func errorsSoFar() throws -> String {
    String(decoding: try readFile("\(directory)/2"), as: UTF8.self)
  }

  /// Waits for the program to end.
  package func finish() throws -> Program.Outcome {
    let status = wait()
    let signal = status & 0x7f
    return Program.Outcome(
      status: Int(signal == 0 ? (status >> 8) & 0xff : 128 + signal),
      output: try hasOutput ? readFile("\(directory)/1") : [],
      errors: try errorsSoFar())
  }

  /// Waits for the program to end, and kills it if it does not.
  package func finish(withinSeconds seconds: Int) throws -> Program.Outcome {
    var found: Int32 = 0
    for _ in 0..<seconds * 100 where status == nil {
      if waitpid(process, &found, WNOHANG) == process { status = found } else { usleep(10_000) }
    }
    send(SIGKILL)
    return try finish()
  }

  private func wait() -> Int32 {
    if let status { return status }
    var found: Int32 = 0
    while waitpid(process, &found, 0) < 0 && errno == EINTR {}
    status = found
    return found
  }
}

/// A person's keyboard: the program's standard input stays open as long as this lives.
package final class Keyboard {
  private let descriptor: Int32

  /// Makes a named pipe at `path` for the program to open.
  package init(at path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw SystemError("mkfifo", path, code: errno) }
    // For reading and writing, so that neither this nor the program waits for the other to open it.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Types a line, then Enter.
  package func type(_ line: String) throws { try send(line + "\n") }

  /// Types text, without Enter.
  package func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError("write", "keyboard", code: errno)
    }
  }
}

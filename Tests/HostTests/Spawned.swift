import Foundation

/// A process started by posix_spawn(3), and its three streams: pipes to talk with it while it runs,
/// and a file for standard error, so that it never blocks on that.
final class Spawned {
  let identifier: pid_t
  private let input: FileHandle
  private let output: FileHandle
  private let errors: FileHandle
  private var status: Int32?

  init(identifier: pid_t, input: FileHandle, output: FileHandle, errors: FileHandle) {
    self.identifier = identifier
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Leaves no process behind.
  deinit {
    guard status == nil else { return }
    kill(identifier, SIGTERM)
    _ = wait()
  }

  func write(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

  func closeInput() { try? input.close() }

  /// The next line of standard output, without its newline; nil at the end.
  func readLine() -> String? {
    var line: [UInt8] = []
    while let byte = output.readData(ofLength: 1).first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Standard error so far, read without moving the offset at which the process goes on writing.
  var errorsSoFar: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(errors.fileDescriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Closes standard input and reads the rest of standard output, and all of standard error.
  func readToEnd() -> (output: String, errors: String) {
    closeInput()
    let output = String(decoding: self.output.readDataToEndOfFile(), as: UTF8.self)
    errors.seek(toFileOffset: 0)
    return (output, String(decoding: errors.readDataToEndOfFile(), as: UTF8.self))
  }

  /// The exit status; 128 plus the signal if one ended it.
  func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
    let status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
    self.status = status
    return status
  }
}

/// Starts `command`, found in `PATH`, with pipes for standard input and output.
func spawn(_ command: [String]) throws -> Spawned {
  let (input, output) = (try closingPipe(), try closingPipe())
  guard let errors = tmpfile() else { throw Hosts.Failure(description: "no temporary file") }
  defer { fclose(errors) }
  let streams = [
    (input.fileHandleForReading.fileDescriptor, STDIN_FILENO),
    (output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO), (fileno(errors), STDERR_FILENO),
  ]
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (from, to) in streams { posix_spawn_file_actions_adddup2(&actions, from, to) }
  // The threads that run tests block signals, which a child would inherit.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var arguments = command.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var identifier: pid_t = 0
  let code = posix_spawnp(&identifier, arguments[0]!, &actions, &attributes, &arguments, environ)
  guard code == 0 else { throw Hosts.Failure(description: String(cString: strerror(code))) }
  try input.fileHandleForReading.close()
  try output.fileHandleForWriting.close()
  return Spawned(
    identifier: identifier, input: input.fileHandleForWriting, output: output.fileHandleForReading,
    errors: FileHandle(fileDescriptor: dup(fileno(errors)), closeOnDealloc: true))
}

/// A pipe that is inherited only as one of the streams above: a daemon that held its end would keep
/// the reader waiting forever.
private func closingPipe() throws -> Pipe {
  let pipe = Pipe()
  for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
    let result = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    guard result == 0 else { throw Hosts.Failure(description: "no pipe") }
  }
  return pipe
}

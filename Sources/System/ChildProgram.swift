internal import CLinux
internal import Glibc

/// Another program that this one starts without a shell and waits for. It gets only the three
/// standard descriptors, at most one of which is not /dev/null.
package final class ChildProgram {
  /// The pipe that this program has an end of.
  package enum Pipe: Sendable {
    case none
    /// The child reads what is written to `stream`.
    case input
    /// What the child writes is read from `stream`.
    case output
  }

  /// Our end of the pipe; standard input if there is none.
  package let stream: Stream
  private let process: pid_t
  private var isPiped: Bool
  private var status: Int?

  /// Starts the program at `path`, with this process's environment.
  package init(_ path: String, _ arguments: [String], _ pipe: Pipe) throws(SystemError) {
    // Our parent may have ignored it, and then a child's exit status is lost.
    signal(SIGCHLD, SIG_DFL)
    var (reading, writing): (Int32, Int32) = (-1, -1)
    if pipe != .none, unsafe linux_pipe(&reading, &writing) != 0 { throw .last("pipe", path) }
    let (ours, theirs) = pipe == .input ? (writing, reading) : (reading, writing)
    defer { if theirs >= 0 { close(theirs) } }
    let child = pipe == .input ? STDIN_FILENO : STDOUT_FILENO
    do throws(SystemError) {
      process = try ChildProgram.spawn(path, arguments, theirs < 0 ? [:] : [child: theirs])
    } catch {
      if ours >= 0 { close(ours) }
      throw error
    }
    isPiped = pipe != .none
    stream = isPiped ? Stream(descriptor: ours, name: path) : .input
  }

  deinit { _ = finish() }

  /// Closes the pipe and waits for the program to end. Returns its exit status, or 128 plus the
  /// number of the signal that ended it.
  package func finish() -> Int {
    if let status { return status }
    if isPiped { close(stream.descriptor) }
    isPiped = false
    var found: Int32 = 0
    while true {
      let ended = unsafe waitpid(process, &found, WNOHANG)
      if ended == process { break }
      if ended < 0, errno != EINTR { return 128 }
      // A signal sent to us alone ends the child, too.
      if EndingSignals.cameIn { kill(process, SIGKILL) }
      usleep(2000)
    }
    let signal = Int(found & 0x7F)
    let status = signal == 0 ? Int(found >> 8) & 0xFF : 128 + signal
    self.status = status
    return status
  }

  /// Starts a program. `ends`: what its standard descriptors are; those that are missing are
  /// /dev/null.
  static func spawn(
    _ path: String, _ arguments: [String], _ ends: [Int32: Int32]
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      if let end = ends[descriptor] {
        unsafe posix_spawn_file_actions_adddup2(&actions, end, descriptor)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    // Our own descriptors close on exec, but inherited ones do not.
    unsafe linux_close_other_descriptors(&actions)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Other programs rely on signals that we ignore, or that this thread does not get.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    // Ctrl+C is for this program, which then ends the other one.
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGQUIT)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let pointers = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in 0...arguments.count { unsafe free(pointers[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, &attributes, pointers, environ)
    guard code == 0 else { throw SystemError("posix_spawn", path, code: code) }
    return process
  }

  /// Finds a program in the directories of `path`, as in PATH; those that are not absolute are
  /// skipped. Nil if none has it.
  package static func find(_ name: String, in path: String? = nil) -> String? {
    let path = path ?? Machine.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    guard let real = Machine.realPath(path), unsafe access(real, X_OK) == 0 else { return false }
    return (try? Disk().attributes(at: real))?.kind == .regular
  }
}

internal import Glibc
internal import System

/// A program that a test starts and waits for.
package struct Program: Sendable {
  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended the program.
    package let status: Int
    package let output: [UInt8]
    package let errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }

    /// All that it said, the last line first: of a failure, a log may show no more than a few lines.
    package var lastFirst: String {
      (text + errors).split(separator: "\n").reversed().joined(separator: "\n")
    }
  }

  /// A path, or a name to be looked up in `PATH`.
  package let name: String

  package init(_ name: String) { self.name = name }

  /// The id of this process.
  package static var ownID: Int { Int(getpid()) }

  /// The directory of the build that this test belongs to: its programs and `Modules`.
  package static var buildDirectory: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    precondition(length > 0, "/proc is not mounted")
    let executable = path[..<length].map(UInt8.init(bitPattern:))
    let end = executable.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return String(decoding: executable[..<end], as: UTF8.self)
  }

  /// Runs the program to its end, in a session of its own: it has no terminal, and no signal is
  /// ignored. `environment` is added to this process's own.
  package func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    reader: RunningProgram.Reader = .test
  ) throws -> Outcome {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/0", input)
      let running = try start(
        arguments, in: directory, environment: environment, reader: reader)
      return try running.finish()
    }
  }

  /// Starts the program with the files `0`, `1` and `2` of `directory` as its standard streams; `0`
  /// must exist. They are files because a pipe could fill up.
  package func start(
    _ arguments: [String], in directory: String, environment: [String: String] = [:],
    reader: RunningProgram.Reader = .test
  ) throws -> RunningProgram {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(directory)/0", O_RDONLY, 0)
    let made = O_WRONLY | O_CREAT | O_EXCL
    posix_spawn_file_actions_addopen(&actions, 2, "\(directory)/2", made, 0o600)
    var pipe: Int32 = -1
    defer { if pipe >= 0 { close(pipe) } }
    switch reader {
    case .test: posix_spawn_file_actions_addopen(&actions, 1, "\(directory)/1", made, 0o600)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .unwaitingFile(let path):
      posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_NONBLOCK, 0)
    case .nobody:
      pipe = try openPipeWithoutReader(at: "\(directory)/1")
      posix_spawn_file_actions_adddup2(&actions, pipe, 1)
    }
    let process = try spawn(arguments, &actions, environment)
    if case .test = reader {
      return RunningProgram(process: process, directory: directory, hasOutput: true)
    }
    return RunningProgram(process: process, directory: directory, hasOutput: false)
  }

  private func spawn(
    _ arguments: [String], _ actions: inout posix_spawn_file_actions_t,
    _ environment: [String: String]
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | Program.newSession)
    var process: pid_t = 0
    let code = withCStrings([name] + arguments) { arguments in
      withCStrings(Program.variables(environment)) { variables in
        posix_spawnp(&process, name, &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else { throw SystemError("posix_spawn", name, code: code) }
    return process
  }

  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let newSession: Int16 = 0x80

  private static func variables(_ added: [String: String]) -> [String] {
    var inherited: [String] = []
    var next = environ
    while let variable = next.pointee {
      inherited.append(String(cString: variable))
      next += 1
    }
    let kept = inherited.filter { added[String($0.prefix { $0 != "=" })] == nil }
    return kept + added.map { "\($0)=\($1)" }
  }
}

/// A named pipe, so that no other program started meanwhile holds its other end.
private func openPipeWithoutReader(at path: String) throws -> Int32 {
  guard mkfifo(path, 0o600) == 0 else { throw SystemError("mkfifo", path, code: errno) }
  let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  defer { close(reader) }
  let writer = open(path, O_WRONLY | O_CLOEXEC)
  guard reader >= 0, writer >= 0 else { throw SystemError("open", path, code: errno) }
  return writer
}

/// Lends a null-terminated array of C strings, as exec(3) wants it.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

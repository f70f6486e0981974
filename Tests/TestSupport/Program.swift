internal import Glibc
internal import System

/// A program that a test starts and waits for.
package struct Program: Sendable {
  /// What came of a run.
  package struct Outcome: Sendable {
    /// The exit code; 128 and the signal's number when a signal ended the program.
    package let status: Int
    package let output: [UInt8]
    package let errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }
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

  /// Runs the program to its end. `environment` is added to this process's own.
  package func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Outcome {
    try withTemporaryDirectory { directory in
      try writeFile("\(directory)/0", input)
      let process = try spawn(arguments, environment: environment, directory: directory)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7f
      return Outcome(
        status: Int(signal == 0 ? (status >> 8) & 0xff : 128 + signal),
        output: try readFile("\(directory)/1"),
        errors: String(decoding: try readFile("\(directory)/2"), as: UTF8.self))
    }
  }

  /// Starts the program with `0`, `1` and `2` of `directory` as its standard files: no pipe that
  /// could fill up.
  private func spawn(
    _ arguments: [String], environment: [String: String], directory: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(directory)/0", O_RDONLY, 0)
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, "\(directory)/\(descriptor)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
    }
    var process: pid_t = 0
    let code = withCStrings([name] + arguments) { arguments in
      withCStrings(Program.variables(environment)) { variables in
        posix_spawnp(&process, name, &actions, nil, arguments, variables)
      }
    }
    guard code == 0 else { throw SystemError("posix_spawn", name, code: code) }
    return process
  }

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

/// Lends a null-terminated array of C strings, as exec(3) wants it.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

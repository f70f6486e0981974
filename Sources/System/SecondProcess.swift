internal import Glibc

/// This same program, run once more.
package enum SecondProcess {
  /// Runs it with nothing to read or write, and waits. Whether it ended with success.
  package static func succeeds(_ arguments: [String]) -> Bool {
    let program = "/proc/self/exe"
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let pointers = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in 0...arguments.count { unsafe free(pointers[index]) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, program, &actions, nil, pointers, environ) == 0 else {
      return false
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
    return status == 0
  }
}

internal import CLinux
internal import Glibc

/// Another program that this one starts without a shell and talks to through pipes. Of this
/// process's descriptors it gets none.
package final class PipedProgram: Sendable {
  /// Our ends of its standard input, output and error. The caller closes them.
  package let input: Int32
  package let output: Int32
  package let errors: Int32
  private let process: pid_t

  /// The same ends, to be written and read in order.
  package var streams: (input: Stream, output: Stream) {
    (Stream(descriptor: input, name: "a pipe"), Stream(descriptor: output, name: "a pipe"))
  }

  /// Starts the program at `path`, with this process's environment.
  package init(_ path: String, _ arguments: [String]) throws(SystemError) {
    // Our parent may have ignored it, and then a child's exit status is lost.
    signal(SIGCHLD, SIG_DFL)
    var pipes: [(reading: Int32, writing: Int32)] = []
    func closeAll() {
      for pipe in pipes {
        close(pipe.reading)
        close(pipe.writing)
      }
    }
    for _ in 0..<3 {
      var (reading, writing): (Int32, Int32) = (-1, -1)
      guard unsafe linux_pipe(&reading, &writing) == 0 else {
        let error = SystemError.last("pipe", path)
        closeAll()
        throw error
      }
      pipes.append((reading, writing))
    }
    do throws(SystemError) {
      process = try ChildProgram.spawn(
        path, arguments,
        [
          STDIN_FILENO: pipes[0].reading, STDOUT_FILENO: pipes[1].writing,
          STDERR_FILENO: pipes[2].writing,
        ])
    } catch {
      closeAll()
      throw error
    }
    for end in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(end) }
    (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
  }

  /// Ends the program, which has two seconds before it is killed. Returns its exit status, or 128
  /// plus the number of the signal that ended it. Call it once.
  package func end() -> Int {
    var status: Int32 = 0
    kill(process, SIGTERM)
    for attempt in 0..<200 {
      let ended = unsafe waitpid(process, &status, WNOHANG)
      if ended == process { return PipedProgram.code(status) }
      if ended < 0, errno != EINTR { return 128 }
      if attempt == 199 { kill(process, SIGKILL) }
      usleep(10_000)
    }
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return PipedProgram.code(status)
  }

  private static func code(_ status: Int32) -> Int {
    let signal = Int(status & 0x7F)
    return signal == 0 ? Int(status >> 8) & 0xFF : 128 + signal
  }
}

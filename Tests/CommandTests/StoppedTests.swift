import Glibc
import System
import TestSupport
import Testing

/// A pipe that nobody reads, so that a writer waits once it is full.
private final class FullPipe {
  let path: String
  private let descriptor: Int32

  init(at path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw SystemError("mkfifo", path, code: errno) }
    self.path = path
    // For reading and writing, so that neither end waits for the other to open it.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Waits until it is full, for a minute at most.
  func waitUntilFull() -> Bool {
    for _ in 0..<6000 {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, 0) == 0 { return true }
      usleep(10_000)
    }
    return false
  }
}

@Suite("Stopped by a signal in the middle of output")
struct StoppedTests {
  /// More than a pipe holds.
  private let text = String(repeating: "a line of the message\n", count: 10_000)

  /// Runs a command, and sends a signal once its output waits for a reader.
  private func stop(
    _ end: End, _ arguments: [String], _ input: String, in directory: String, by signal: Int32,
    isWaiting: Bool = true
  ) throws -> Program.Outcome {
    let pipe = try FullPipe(at: "\(directory)/pipe")
    let place = "\(directory)/running"
    try Disk().createDirectory(place)
    try input.save(at: "\(place)/0")
    let running = try End.program.start(
      arguments, in: place, environment: end.environment,
      reader: isWaiting ? .file(pipe.path) : .unwaitingFile(pipe.path))
    #expect(pipe.waitUntilFull())
    running.send(signal)
    return try running.finish(withinSeconds: 60)
  }

  @Test("encrypt says that the pad is spent", arguments: [SIGINT, SIGTERM, SIGHUP])
  func encrypting(_ signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "2M")
      let outcome = try stop(ends.alice, ["encrypt", "bob"], text, in: directory, by: signal)
      #expect(
        outcome.errors == """
          error: cancelled
          hint: the part of the pad for this message is used up, and the message may be cut short: encrypt again

          """)
      #expect(outcome.status == 128 + Int(signal))
      let status = try ends.alice.status()
      #expect(status.status == 0 && status.errors == "")
      #expect(try ends.bob.read(ends.alice.write("next\n")) == "next\n")
    }
  }

  @Test(
    "decrypt says that the message is not used up, and it is not", arguments: [true, false])
  func decrypting(isWaiting: Bool) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "2M")
      let message = try ends.alice.write(text)
      let outcome = try stop(
        ends.bob, ["decrypt", "--quiet"], message, in: directory, by: SIGINT, isWaiting: isWaiting)
      #expect(
        outcome.errors == """
          error: cancelled
          hint: the text may be cut short; decrypt the message again

          """)
      #expect(outcome.status == 128 + Int(SIGINT))
      #expect(try ends.bob.read(message) == text)
    }
  }
}

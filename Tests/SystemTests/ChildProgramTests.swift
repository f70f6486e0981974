import Glibc
import System
import TestSupport
import Testing

@Suite("Another program")
struct ChildProgramTests {
  @Test("is found in the absolute directories of PATH, if it can be run")
  func found() throws {
    try withTemporaryDirectory { directory in
      for name in ["a", "b", "c"] { try Disk().createDirectory("\(directory)/\(name)") }
      for place in ["a", "b"] { try writeFile("\(directory)/\(place)/tool", Array("#!".utf8)) }
      try Disk().createDirectory("\(directory)/c/tool")
      _ = try Program("chmod").run(["700", "\(directory)/b/tool"])
      let path = ["c", "a", "b"].map { "\(directory)/\($0)" }.joined(separator: ":")
      #expect(ChildProgram.find("tool", in: path) == "\(directory)/b/tool")
      #expect(ChildProgram.find("tool", in: ".:b::\(directory)/a") == nil)
      #expect(ChildProgram.find("sh", in: "/bin") == "/bin/sh")
    }
  }

  @Test("gives its exit status, or the signal that ended it", arguments: [0, 7, 137])
  func status(_ status: Int) throws {
    let end = status > 128 ? "kill -\(status - 128) $$" : "exit \(status)"
    #expect(try ChildProgram("/bin/sh", ["-c", end], .none).finish() == status)
  }

  @Test("takes input, gives output, and notices a closed pipe")
  func pipes() throws {
    try withTemporaryDirectory { directory in
      let writer = try ChildProgram("/bin/sh", ["-c", "cat >\(directory)/got"], .input)
      try writer.stream.write(Array("all of it".utf8).span)
      #expect(writer.finish() == 0)
      #expect(try readFile("\(directory)/got") == Array("all of it".utf8))
    }
    let reader = try ChildProgram("/bin/sh", ["-c", "echo x; read y; echo z$y"], .output)
    var bytes: [UInt8] = []
    while let byte = try reader.stream.readByte() { bytes.append(byte) }
    #expect(String(decoding: bytes, as: UTF8.self) == "x\nz\n" && reader.finish() == 0)
    // SIGPIPE has its default action there, whatever it has here.
    let endless = try ChildProgram("/bin/sh", ["-c", "while echo y; do :; done"], .output)
    #expect(endless.finish() == 141)
  }

  @Test("blocks no signal, whatever the thread that starts it blocks")
  func blockedSignals() throws {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    try #require(pthread_sigmask(SIG_BLOCK, &signals, &before) == 0)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(try ChildProgram("/bin/sh", ["-c", "kill -TERM $$; exit 7"], .none).finish() == 143)
  }

  @Test("gives its exit status even if SIGCHLD was ignored before")
  func ignoredChildren() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGCHLD, SIG_IGN)
      exit(Int32(try ChildProgram("/bin/sh", ["-c", "exit 7"], .none).finish()))
    }
  }

  @Test("inherits no descriptor that this process was given", arguments: [3, 300])
  func descriptors(_ least: Int32) throws {
    let handed = fcntl(STDERR_FILENO, F_DUPFD, least)
    try #require(handed >= least)
    defer { close(handed) }
    let look = "[ ! -e /proc/self/fd/\(handed) ]"
    #expect(try ChildProgram("/bin/sh", ["-c", look], .none).finish() == 0)
  }

  @Test("that is not there is an error")
  func missing() {
    #expect(throws: SystemError.self) { _ = try ChildProgram("/nowhere/tool", [], .none) }
  }
}

import Foundation

/// Hosts joined by cables, with real D-Bus and Avahi, in namespaces of their own: see the script
/// `hosts` beside this file, which does the work. They are taken down with the object.
final class Hosts {
  enum Host: String, CaseIterable { case a, b, c, d, e, f, g, h, i, j }

  /// How a command ended and what it printed.
  struct Output {
    let status: Int32
    let output: String
    let errors: String
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Whether this process may make them.
  static var isPossible: Bool { geteuid() == 0 }

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "hosts").path
  private let directory: String
  private let count: Int

  /// Brings the first `count` up, with a new directory for their files.
  init(count: Int = 2, hasIPv4: Bool = true) throws {
    self.count = count
    var template = Array((NSTemporaryDirectory() + "/hosts-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(description: "no directory") }
    directory = String(cString: made)
    let result = try Hosts.finish(
      spawn([
        "env", "HOSTS_IPV4=\(hasIPv4 ? "yes" : "no")", "HOSTS_COUNT=\(count)", "timeout", "300",
        Hosts.script, "up", directory,
      ]))
    guard result.status == 0 else { throw Failure(description: result.errors) }
  }

  deinit {
    _ = try? Hosts.finish(
      spawn(["env", "HOSTS_COUNT=\(count)", "timeout", "300", Hosts.script, "down", directory]))
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Starts a command inside a host; standard input is a pipe that stays open until closed.
  func start(
    on host: Host, _ command: [String], environment: [String: String] = [:], seconds: Int = 60
  ) throws -> Spawned {
    let settings = environment.map { "\($0)=\($1)" }
    let bounded = ["timeout", "--kill-after=5", "\(seconds)", Hosts.script, "run", directory]
    return try spawn(["env"] + settings + bounded + [host.rawValue] + command)
  }

  /// Runs a command inside a host to completion, with `input` on its standard input.
  func run(
    on host: Host, _ command: [String], input: String = "", environment: [String: String] = [:],
    seconds: Int = 60
  ) throws -> Output {
    let process = try start(on: host, command, environment: environment, seconds: seconds)
    try process.write(input)
    return try Hosts.finish(process)
  }

  /// Runs a line of shell on a host.
  func shell(_ host: Host, _ line: String) throws {
    let result = try run(on: host, ["sh", "-ec", line])
    guard result.status == 0 else { throw Failure(description: result.errors) }
  }

  /// Sends a program on a host a signal, once: timeout(1) passes a signal on twice, to its child and
  /// to its group. KILL ends it as a crash would.
  func kill(_ program: String, on host: Host, signal: String = "KILL") throws {
    try shell(
      host,
      """
      for process in /proc/[0-9]*; do
        if [ "$(cat "$process/comm" 2>/dev/null)" = \(program) ] &&
          [ "$process/ns/net" -ef /proc/self/ns/net ]
        then kill -\(signal) "${process#/proc/}"; fi
      done
      """)
  }

  /// Reads the rest of both streams, and the exit status.
  static func finish(_ process: Spawned) throws -> Output {
    let (output, errors) = process.readToEnd()
    return Output(status: process.wait(), output: output, errors: errors)
  }
}

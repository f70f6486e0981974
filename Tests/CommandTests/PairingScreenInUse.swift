import System
import TestSupport

/// One end of a running pairing: its screen and its keyboard.
struct PairingScreenInUse {
  let end: End
  let program: RunningProgram
  let keyboard: Keyboard

  /// `name` is the directory to create for the program's standard files.
  init(_ end: End, _ arguments: [String], in name: String) throws {
    try Disk().createDirectory(name)
    self.end = end
    keyboard = try Keyboard(at: "\(name)/0")
    program = try end.start(["pair", end.peer] + arguments, in: name)
  }

  /// The eight digits that it shows.
  func code() throws -> String {
    String(try program.line(beginning: "Your code: ").filter(\.isNumber))
  }

  /// Two ends that have found each other on loopback, with the giver listening.
  static func pair(
    in directory: String, size: String = "64K", wait: Int = 60
  ) throws -> (listener: PairingScreenInUse, joiner: PairingScreenInUse) {
    let common = ["--wait", "\(wait)", "--verbose"]
    let listener = try PairingScreenInUse(
      End(directory, "alice", peer: "bob"),
      ["--listen", "127.0.0.1:0", "--size", size] + common, in: "\(directory)/listener")
    let port = try listener.program.line(beginning: "listening on port ", inErrors: true)
    let joiner = try PairingScreenInUse(
      End(directory, "bob", peer: "alice"), ["--connect", "127.0.0.1:\(port)"] + common,
      in: "\(directory)/joiner")
    return (listener, joiner)
  }
}

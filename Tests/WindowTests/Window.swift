import System
import TestSupport

/// The program that `make window` built.
enum Window {
  private static let program = "\(Fixtures.root)/.build-release/release/vernam-window"
  private static let scripts = "\(Fixtures.root)/Tests/WindowTests"

  static var isThere: Bool { (try? Disk().attributes(at: program)) != FileAttributes?.none }

  /// Runs a script for each of two windows, each on a host of its own.
  static func meet(_ script: String, in directory: String) throws -> Program.Outcome {
    try Program("timeout").run(["1800", "\(scripts)/meeting", directory, program, script])
  }

  /// Runs a script that sees the window on a screen of its own.
  static func drive(_ script: String, in directory: String) throws -> Program.Outcome {
    try Program("timeout").run([
      "1800", "\(scripts)/display.sh", directory, "/usr/bin/python3", "\(scripts)/\(script)",
      program,
      "\(Program.buildDirectory)/vernam",
    ])
  }
}

import Foundation

/// What programs are running, anywhere on this machine.
enum RunningArguments {
  /// Whether some process has this as one of its arguments.
  static func contain(_ argument: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
      guard Int(name) != nil else { return false }
      let words = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
      return words?.split(separator: "\0").contains { $0 == argument } ?? false
    }
  }
}

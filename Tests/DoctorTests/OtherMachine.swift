import Discovery
import System

@testable import Doctor
@testable import Vault

/// Another machine, described by its small files.
struct OtherMachine: SystemTexts {
  var texts: [String: String]

  func text(_ path: String) -> String? { texts[resolved(path)] }

  /// The names in a directory, from the paths that there are.
  func names(_ path: String) -> [String] {
    let start = resolved(path) + "/"
    let below = texts.keys.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
    return Set(below.map { String($0.prefix { $0 != "/" }) }).sorted()
  }

  /// Without `..`.
  private func resolved(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// A machine on which all is well: ext4 on a spinning disk, no swap.
  static let healthy: [String: String] = [
    "/proc/self/mountinfo": """
    22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    24 22 0:5 / /proc rw - proc proc rw

    """,
    "/sys/dev/block/8:1/dev": "8:1\n",
    "/sys/dev/block/8:1/queue/rotational": "1\n",
    "/proc/swaps": "Filename\tType\tSize\tUsed\tPriority\n",
    "/etc/machine-id": "0123456789abcdef0123456789abcdef\n",
    "/sys/power/state": "freeze mem disk\n",
    "/sys/power/disk": "[platform] shutdown reboot\n",
  ]

  /// A snapshot of the healthy machine with `changes`; nil removes a file.
  static func snapshot(_ changes: [String: String?] = [:]) -> SystemSnapshot {
    var texts = healthy
    for (path, text) in changes { texts[path] = text }
    var snapshot = SystemSnapshot(
      texts: OtherMachine(texts: texts), directory: "/home/alice/.local/share/vernam")
    snapshot.inspection = VaultInspection()
    snapshot.counterDirectory = "/home/alice/.local/state/vernam"
    return snapshot
  }

  /// Adds a mount of the home directory to those of the healthy machine.
  static func home(_ line: String) -> [String: String?] {
    ["/proc/self/mountinfo": healthy["/proc/self/mountinfo"]! + line + "\n"]
  }
}

extension SystemSnapshot {
  /// All findings that are not `ok`, as `level about`.
  var complaints: [String] {
    Doctor.findings(self).filter { $0.level != .ok }.map {
      "\($0.level.rawValue) \($0.about.rawValue)"
    }
  }
}

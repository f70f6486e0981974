internal import System

/// A line of /proc/self/mountinfo (proc_pid_mountinfo(5)).
package struct Mount: Equatable, Sendable {
  /// Major and minor number of the device: `254:1`.
  let device: String
  package let point: String
  package let type: String
  /// What is mounted: `/dev/vda1`.
  let source: String
  /// The options of the mount and of the file system.
  let options: Set<String>

  init?(line: String) {
    let fields = line.split(separator: " ").map(String.init)
    guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count >= dash + 4 else {
      return nil
    }
    device = fields[2]
    point = Mount.unescaped(fields[4])
    type = fields[dash + 1]
    source = Mount.unescaped(fields[dash + 2])
    options = Set((fields[5] + "," + fields[dash + 3]).split(separator: ",").map(String.init))
  }

  /// The mount that a path is on: the longest mount point above it, or the latest of equals.
  static func holding(_ path: String, _ texts: any SystemTexts) -> Mount? {
    let lines = (texts.text("/proc/self/mountinfo") ?? "").split(separator: "\n")
    return lines.compactMap { Mount(line: String($0)) }.filter { $0.holds(path) }
      .reduce(nil as Mount?) { best, next in
        best.map { $0.point.utf8.count > next.point.utf8.count ? $0 : next } ?? next
      }
  }

  private func holds(_ path: String) -> Bool {
    point == "/" || path == point || path.hasPrefix(point + "/")
  }

  /// Blanks and backslashes are written as three octal digits.
  private static func unescaped(_ field: String) -> String {
    var result: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        result.append(code)
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

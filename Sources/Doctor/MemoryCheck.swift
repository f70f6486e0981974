internal import System

/// Whether secrets can be kept out of swap.
enum MemoryCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    if snapshot.isMemoryLocked { return [Finding(.ok, .memory, .memory(.isLocked))] }
    let limit = limit(snapshot.texts)
    return [
      Finding(.warn, .memory, .memory(.isNotLocked(needed: snapshot.lockedBytes, limit: limit)))
    ]
  }

  /// The soft limit on locked memory, in bytes.
  private static func limit(_ texts: any SystemTexts) -> Int? {
    let lines = (texts.text("/proc/self/limits") ?? "").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("Max locked memory") }
    return line?.dropFirst("Max locked memory".count).split(separator: " ").first.flatMap {
      Int($0)
    }
  }
}

internal import System

/// Whether secrets can be kept out of swap.
enum MemoryCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    let needed = snapshot.lockedBytes >> 10
    if snapshot.isMemoryLocked { return [.ok("memory", "keys and texts are locked in memory")] }
    let limit = limit(snapshot.texts).map { "the limit is \($0 >> 10) KiB" } ?? "it was refused"
    return [
      .warn(
        "memory", "keys and texts can be swapped out: \(needed) KiB cannot be locked, \(limit)",
        hint: "raise the limit: ulimit -l \(needed * 2), or memlock in limits.conf(5)")
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

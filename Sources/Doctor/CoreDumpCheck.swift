internal import System

/// Whether the kernel would write this program's memory to a file, or to a program that collects.
enum CoreDumpCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    if !snapshot.allowsCoreDumps {
      return [.ok("core dumps", "the kernel makes no core dump of this program")]
    }
    let pattern = snapshot.texts.text("/proc/sys/kernel/core_pattern") ?? ""
    let target = pattern.hasPrefix("|") ? "are given to a program" : "are possible"
    return [
      .bad(
        "core dumps", "core dumps of this program \(target)",
        hint: "turn them off: sysctl kernel.core_pattern=/dev/null")
    ]
  }
}

internal import System

/// Whether the kernel would write this program's memory to a file, or hand it to another program.
enum CoreDumpCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    if !snapshot.allowsCoreDumps { return [Finding(.ok, .coreDumps, .memory(.isNotDumped))] }
    let pattern = snapshot.texts.text("/proc/sys/kernel/core_pattern") ?? ""
    return [Finding(.bad, .coreDumps, .memory(.isDumped(toProgram: pattern.hasPrefix("|"))))]
  }
}

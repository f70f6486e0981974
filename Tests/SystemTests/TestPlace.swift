import TestSupport

/// A directory to test in: what holds for a disk may not hold for a file system in memory.
enum TestPlace: String, CaseIterable {
  case temporary, build, memory

  var path: String? {
    switch self {
    case .temporary: nil
    case .build: Program.buildDirectory
    case .memory: "/dev/shm"
    }
  }

}

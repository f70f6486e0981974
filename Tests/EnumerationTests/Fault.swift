import Glibc
import TestSupport

/// A fault at one step of one process.
struct Fault {
  enum Kind: CaseIterable {
    /// The process ends before the step.
    case kill
    /// A sync fails, once: some sectors reached the medium, and all pages count as clean.
    case failedSync
    /// Some sectors are written before an error.
    case shortWrite
    /// There is no room: nothing is written.
    case noSpace
    /// A change of file names, or its sync, fails.
    case failedName

    func suits(_ step: Step) -> Bool {
      switch (self, step) {
      case (.kill, _), (.failedSync, .sync), (.shortWrite, .write), (.noSpace, .write): true
      case (.noSpace, .name), (.failedName, .name), (.failedName, .syncNames): true
      default: false
      }
    }
  }

  let kind: Kind
  /// Counted from 0 over the steps of the process.
  let step: Int
  /// Chooses the sectors.
  let random: Seeded

  var code: Int32 { kind == .noSpace ? ENOSPC : EIO }
}

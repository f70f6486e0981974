import System

/// A machine with one file system: the medium, the locks, and hooks that watch both.
final class SimulatedMachine: @unchecked Sendable {
  var medium: Medium
  /// Called before each step that changes the medium or asks for its sync: the places at which a
  /// machine can stop.
  var beforeStep: ((Step) -> Void)?
  /// Called before each call of any kind: the places at which another process can run.
  var beforeCall: (() -> Void)?
  /// Requests that the storage ignores here.
  var omissions: Set<Omission> = []
  /// How often something was left out.
  private(set) var omitted = 0

  private var locks: [Int: [Int: LockKind]] = [:]
  private var handles = 0

  init(_ medium: Medium) { self.medium = medium }

  func makeHandle() -> Int {
    handles += 1
    return handles
  }

  /// Whether a call should have no effect.
  func leavesOut(_ omission: Omission?) -> Bool {
    guard let omission, omissions.contains(omission) else { return false }
    omitted += 1
    return true
  }

  /// Takes an open-file-description lock, which belongs to the open file, not to a process.
  func lock(_ inode: Int, handle: Int, _ kind: LockKind) -> Bool {
    let others = locks[inode, default: [:]].filter { $0.key != handle }.values
    let conflicts =
      switch kind {
      case .exclusive: others.contains(.exclusive) || others.contains(.shared)
      case .shared: others.contains(.exclusive)
      case .number: others.contains(kind)
      }
    if conflicts { return false }
    locks[inode, default: [:]][handle] = kind
    return true
  }

  func unlock(_ inode: Int, handle: Int) { locks[inode]?[handle] = nil }
}

/// One operation on a medium.
enum Step {
  case write(inode: Int, bytes: [UInt8], offset: Int)
  case sync
  case name
  case syncNames
}

import Synchronization
import System

/// A disk that dies at one step of a change. Each write and each sync of a file that was opened for
/// writing is a step. What was written since the last sync is lost, kept, or torn.
final class DyingStorage: Storage {
  /// How much of an unsynced write the medium holds.
  enum Fate: CaseIterable { case lost, kept, headOnly, tailOnly }

  static let death = SystemError("die", "the disk", code: 5)

  private let disk = Disk()
  /// Steps that are left.
  private let left: Mutex<Int>
  let fate: Fate
  /// Whether it acts like a file system that keeps what is overwritten.
  let keepsCopies: Bool
  /// A file that cannot be read, and which reads of it fail.
  let unreadable: String?
  private let failing: Range<Int>
  private let reads = Mutex(0)

  init(
    after steps: Int, fate: Fate, keepsCopies: Bool = false, unreadable: String? = nil,
    failing: Range<Int> = 0..<Int.max
  ) {
    self.unreadable = unreadable
    self.failing = failing
    left = Mutex(steps)
    self.fate = fate
    self.keepsCopies = keepsCopies
  }

  /// One that never dies.
  static let keepingCopies = DyingStorage(after: .max, fate: .kept, keepsCopies: true)

  /// Counts a step; false if it is one too many.
  func step() -> Bool {
    left.withLock { left in
      left -= 1
      return left >= 0
    }
  }

  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile {
    let file = try disk.open(path, writable: writable)
    // Counters are not synced; here the cache keeps them.
    let isKept = path.contains(".state/") && path != unreadable
    return isKept ? file : DyingFile(file, of: self)
  }

  /// Called before a file is read.
  func checkReadable(_ path: String) throws(SystemError) {
    if path != unreadable { return }
    let number = reads.withLock { reads in
      defer { reads += 1 }
      return reads
    }
    if failing.contains(number) { throw SystemError("read", path, code: SystemError.inputOutput) }
  }

  func create(_ path: String) throws(SystemError) -> any StoredFile { try disk.create(path) }
  func createDirectory(_ path: String) throws(SystemError) { try disk.createDirectory(path) }
  func list(_ path: String) throws(SystemError) -> [String] { try disk.list(path) }
  func attributes(at path: String) throws(SystemError) -> FileAttributes? {
    try disk.attributes(at: path)
  }
  func remove(_ path: String) throws(SystemError) { try disk.remove(path) }
  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try disk.rename(path, to: newPath)
  }
  func removeDirectory(_ path: String) throws(SystemError) { try disk.removeDirectory(path) }
  func syncDirectory(_ path: String) throws(SystemError) { try disk.syncDirectory(path) }
  /// A process that another test starts holds our locks until it is another program.
  func pause(milliseconds: Int) { disk.pause(milliseconds: min(milliseconds, 2)) }
  func freeBytes(at path: String) -> Int { disk.freeBytes(at: path) }
}

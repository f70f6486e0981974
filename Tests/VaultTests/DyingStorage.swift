import Synchronization
import System

/// A disk that stops at one of the steps of a change: each write and each sync of a file that was
/// opened for writing is one. What was written since the last sync is lost, kept, or torn.
final class DyingStorage: Storage {
  /// What the medium holds of a write that no sync followed.
  enum Fate: CaseIterable { case lost, kept, headOnly, tailOnly }

  static let death = SystemError("die", "the disk", code: 5)

  private let disk = Disk()
  /// Steps that are still done.
  private let left: Mutex<Int>
  let fate: Fate
  /// Whether it is like a file system that keeps what is overwritten.
  let keepsCopies: Bool
  /// A file that the disk does not give out, so many times.
  let unreadable: String?
  private let refusals: Mutex<Int>

  init(
    after steps: Int, fate: Fate, keepsCopies: Bool = false, unreadable: String? = nil,
    times: Int = .max
  ) {
    self.unreadable = unreadable
    refusals = Mutex(times)
    left = Mutex(steps)
    self.fate = fate
    self.keepsCopies = keepsCopies
  }

  /// One that never dies.
  static let keepingCopies = DyingStorage(after: .max, fate: .kept, keepsCopies: true)

  /// Counts a step; false when it is one too many.
  func step() -> Bool {
    left.withLock { left in
      left -= 1
      return left >= 0
    }
  }

  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile {
    if path == unreadable, refuses() {
      throw SystemError("open", path, code: SystemError.inputOutput)
    }
    return DyingFile(try disk.open(path, writable: writable), of: self)
  }

  private func refuses() -> Bool {
    refusals.withLock { left in
      left -= 1
      return left >= 0
    }
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
  func pause(milliseconds: Int) {}
  func freeBytes(at path: String) -> Int { disk.freeBytes(at: path) }
}

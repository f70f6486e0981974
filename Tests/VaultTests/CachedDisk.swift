import Glibc
import Synchronization
import System
import TestSupport
import Testing

/// A disk behind a cache, for several processes in a row. Each can be killed after a step, which
/// leaves the cache as it is; a power cut undoes what was not synced.
final class CachedDisk: Storage {
  static let death = SystemError("write", "a process that was killed", code: 110)

  /// A change that a power cut undoes until `path`, a file or a directory, is synced.
  private struct Change {
    var path: String
    let undoing: Undoing
  }

  private enum Undoing {
    /// The old bytes from an offset on, and the old size of the file.
    case write([UInt8], offset: Int, size: Int)
    case creation(String)
    case renaming(from: String, to: String)
  }

  private struct State {
    var changes: [Change] = []
    /// Steps that the process has left.
    var left = Int.max
    var removed = 0
  }

  private let disk = Disk()
  private let state = Mutex(State())
  /// Where removed files stay until their removal is durable.
  private let bin: String

  init(bin: String) throws {
    self.bin = bin
    try disk.createDirectory(bin)
  }

  // MARK: Processes and power cuts

  /// Starts the next process, to be killed after `steps` steps.
  func startProcess(killedAfter steps: Int = .max) { state.withLock { $0.left = steps } }

  /// Whether the process was killed.
  var isKilled: Bool { state.withLock { $0.left < 0 } }

  /// Undoes what is not durable, except in spared files: a power cut may keep more of some files
  /// than of others.
  func cutPower(sparing isSpared: (String) -> Bool = { _ in false }) throws {
    let changes = state.withLock { state in
      defer { state = State(removed: state.removed) }
      return state.changes
    }
    let lost = changes.reversed().filter { !isSpared($0.path) }
    for change in lost { try undoWrite(change) }
    for change in lost { try undoNaming(change) }
  }

  private func undoWrite(_ change: Change) throws {
    guard case .write(let bytes, let offset, let size) = change.undoing else { return }
    let file = try disk.open(change.path, writable: true)
    try file.write(bytes.span, at: offset)
    try #require(truncate(change.path, size) == 0)
  }

  private func undoNaming(_ change: Change) throws {
    switch change.undoing {
    case .write: break
    case .creation(let path): removeTree(path)
    case .renaming(let from, let to):
      // Its directory may be gone for good.
      if try disk.attributes(at: parentDirectory(of: from)) != nil { try disk.rename(to, to: from) }
    }
  }

  /// Counts a step; throws if the process did not live to see it.
  func step() throws(SystemError) {
    let isAlive = state.withLock { state in
      state.left -= 1
      return state.left >= 0
    }
    if !isAlive { throw CachedDisk.death }
  }

  func checkAlive() throws(SystemError) { if isKilled { throw CachedDisk.death } }

  func noteWrite(to path: String, over bytes: [UInt8], at offset: Int, size: Int) {
    note(path, .write(bytes, offset: offset, size: size))
  }

  /// Makes the changes of a file or directory durable.
  func settle(_ path: String) {
    state.withLock { state in state.changes.removeAll { $0.path == path } }
  }

  private func note(_ path: String, _ undoing: Undoing) {
    state.withLock { $0.changes.append(Change(path: path, undoing: undoing)) }
  }

  // MARK: Storage

  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile {
    try checkAlive()
    return CachedFile(try disk.open(path, writable: writable), of: self)
  }

  func create(_ path: String) throws(SystemError) -> any StoredFile {
    try step()
    let file = try disk.create(path)
    note(parentDirectory(of: path), .creation(path))
    return CachedFile(file, of: self)
  }

  func createDirectory(_ path: String) throws(SystemError) {
    try step()
    try disk.createDirectory(path)
    note(parentDirectory(of: path), .creation(path))
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try step()
    try move(path, newPath, in: parentDirectory(of: newPath))
  }

  func remove(_ path: String) throws(SystemError) {
    try step()
    let number = state.withLock { state in
      state.removed += 1
      return state.removed
    }
    try move(path, "\(bin)/\(number)", in: parentDirectory(of: path))
  }

  private func move(_ path: String, _ newPath: String, in directory: String) throws(SystemError) {
    try disk.rename(path, to: newPath)
    state.withLock { state in
      for index in state.changes.indices where state.changes[index].path == path {
        state.changes[index].path = newPath
      }
    }
    note(directory, .renaming(from: path, to: newPath))
  }

  func removeDirectory(_ path: String) throws(SystemError) {
    if try !disk.list(path).isEmpty { throw SystemError("rmdir", path, code: ENOTEMPTY) }
    try remove(path)
  }

  func syncDirectory(_ path: String) throws(SystemError) {
    try step()
    settle(path)
  }

  func list(_ path: String) throws(SystemError) -> [String] {
    try checkAlive()
    return try disk.list(path)
  }

  func attributes(at path: String) throws(SystemError) -> FileAttributes? {
    try checkAlive()
    return try disk.attributes(at: path)
  }

  /// A process that another test starts holds our locks until it is another program.
  func pause(milliseconds: Int) { disk.pause(milliseconds: min(milliseconds, 2)) }
  func freeBytes(at path: String) -> Int { disk.freeBytes(at: path) }
}

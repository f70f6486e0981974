import Pad
import System

/// A file of a `CachedDisk`.
final class CachedFile: StoredFile {
  private let file: any StoredFile
  private let disk: CachedDisk

  init(_ file: any StoredFile, of disk: CachedDisk) {
    self.file = file
    self.disk = disk
  }

  var path: String { file.path }
  var fileSystem: FileSystem { file.fileSystem }
  var overwritesInPlace: Bool { file.overwritesInPlace }
  func disableCopyOnWrite() {}
  func dropCache() {}

  func attributes() throws(SystemError) -> FileAttributes {
    try disk.checkAlive()
    return try file.attributes()
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    try disk.checkAlive()
    return try file.tryLock(kind)
  }

  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try disk.checkAlive()
    try file.read(into: &bytes, at: offset)
  }

  /// Called only after a sync, so cache and medium agree.
  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try disk.checkAlive()
    return try file.readPastCache(count: count, at: offset)
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    try disk.step()
    let size = try file.attributes().size
    let count = max(0, min(bytes.count, size - offset))
    var old = [UInt8](repeating: 0, count: count)
    if count > 0 {
      var span = old.mutableSpan
      try file.read(into: &span, at: offset)
    }
    disk.noteWrite(to: path, over: old, at: offset, size: size)
    try file.write(bytes, at: offset)
  }

  func syncData() throws(SystemError) { try sync() }

  func sync() throws(SystemError) {
    try disk.step()
    disk.settle(path)
  }
}

import Pad
import System

/// A disk on which some calls fail, or whose file system says less, or more, about its files.
struct AlteredDisk: Storage {
  enum Call { case create, createDirectory, open, read, write, sync }

  /// The errno with which a call fails; nil if it succeeds.
  var failure: @Sendable (Call, _ path: String) -> Int32? = { _, _ in nil }
  /// Whether it records when a file was made.
  var recordsBirth = true
  var subvolume: UInt64?
  /// What its files are on; nil for what they are really on.
  var fileSystem: FileSystem?

  private var disk: Disk { Disk() }

  /// A full disk, on which no file can be made in a directory.
  static func withoutRoom(for directory: String) -> AlteredDisk {
    AlteredDisk(failure: { call, path in
      call == .create && path.hasPrefix(directory) ? SystemError.noSpace : nil
    })
  }

  func check(_ call: Call, _ path: String) throws(SystemError) {
    if let code = failure(call, path) { throw SystemError("\(call)", path, code: code) }
  }

  func altered(_ found: FileAttributes) -> FileAttributes {
    FileAttributes(
      device: found.device, inode: found.inode, size: found.size, kind: found.kind,
      permissions: found.permissions, owner: found.owner, links: found.links,
      birth: recordsBirth ? found.birth ?? .init(seconds: 1, nanoseconds: 2) : nil)
  }

  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile {
    try check(.open, path)
    return AlteredFile(try disk.open(path, writable: writable), of: self)
  }

  func create(_ path: String) throws(SystemError) -> any StoredFile {
    try check(.create, path)
    return AlteredFile(try disk.create(path), of: self)
  }

  func createDirectory(_ path: String) throws(SystemError) {
    try check(.createDirectory, path)
    try disk.createDirectory(path)
  }

  func attributes(at path: String) throws(SystemError) -> FileAttributes? {
    try disk.attributes(at: path).map(altered)
  }

  func list(_ path: String) throws(SystemError) -> [String] { try disk.list(path) }
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

/// A file of an `AlteredDisk`.
final class AlteredFile: StoredFile {
  private let file: any StoredFile
  private let disk: AlteredDisk

  init(_ file: any StoredFile, of disk: AlteredDisk) {
    self.file = file
    self.disk = disk
  }

  var path: String { file.path }
  var fileSystem: FileSystem { disk.fileSystem ?? file.fileSystem }
  var overwritesInPlace: Bool { file.overwritesInPlace }
  var subvolume: UInt64? { disk.subvolume }
  func disableCopyOnWrite() {}
  func dropCache() { file.dropCache() }
  func attributes() throws(SystemError) -> FileAttributes { disk.altered(try file.attributes()) }
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool { try file.tryLock(kind) }

  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try disk.check(.read, path)
    try file.read(into: &bytes, at: offset)
  }

  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try disk.check(.read, path)
    return try file.readPastCache(count: count, at: offset)
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    try disk.check(.write, path)
    try file.write(bytes, at: offset)
  }

  func syncData() throws(SystemError) { try sync() }

  func sync() throws(SystemError) {
    try disk.check(.sync, path)
    try file.sync()
  }
}

/// All disk operations, so that a test can count, fail, or cut short each step.
///
/// Paths are absolute or relative to the working directory. Only `syncDirectory` follows a link in
/// the last component. Every error names the path.
package protocol Storage: Sendable {
  /// Opens an existing file for reading and writing (reading only: `writable: false`). It never
  /// waits, even if the path is a pipe or a device; the attributes tell.
  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile
  /// Creates a file that must not exist yet, mode 0600.
  func create(_ path: String) throws(SystemError) -> any StoredFile
  /// Creates a file without a name on the file system of a directory, mode 0600: nothing is left of
  /// it, however the program ends, unless it is given a name. Nil if that is not possible there.
  func createUnnamed(in directory: String) -> (any UnnamedFile)?
  /// Creates a directory that must not exist yet, mode 0700.
  func createDirectory(_ path: String) throws(SystemError)
  /// The names in a directory, in no particular order, without `.` and `..`.
  func list(_ path: String) throws(SystemError) -> [String]
  /// The attributes of what is at the path; nil if nothing is.
  func attributes(at path: String) throws(SystemError) -> FileAttributes?
  func remove(_ path: String) throws(SystemError)
  /// Gives a file its final name, replacing any file there (rename(2)).
  func rename(_ path: String, to newPath: String) throws(SystemError)
  /// The same if the name is free; otherwise `EEXIST`.
  func rename(_ path: String, toNew newPath: String) throws(SystemError)
  func removeDirectory(_ path: String) throws(SystemError)
  /// Makes the names in the directory durable (fsync(2) on it).
  func syncDirectory(_ path: String) throws(SystemError)
  /// Waits before a lock is tried again.
  func pause(milliseconds: Int)
  /// Bytes that this user may still write on the file system of `path`.
  func freeBytes(at path: String) -> Int
}

/// One open file of a `Storage`. Closing it, or dropping the last reference, releases its lock.
package protocol StoredFile: AnyObject, Sendable {
  var path: String { get }
  func attributes() throws(SystemError) -> FileAttributes
  var fileSystem: FileSystem { get }
  /// Whether overwriting replaces the bytes on the medium (false on btrfs with copy-on-write).
  var overwritesInPlace: Bool { get }
  /// The subvolume of the file on file systems that have them (btrfs); nil on others. A snapshot
  /// put in a subvolume's place has a different one.
  var subvolume: UInt64? { get }
  /// Requests overwriting in place, before the first write (`chattr +C`); no error if unsupported.
  func disableCopyOnWrite()

  /// Fills `bytes` from `offset` on; `EIO` if the file ends too early.
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError)
  /// Reads `count` bytes from `offset` as the medium has them, past the page cache. Both are
  /// multiples of 4096.
  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8]
  /// Drops what is cached and clean, so that the next read asks the medium.
  func dropCache()
  /// Writes all of `bytes` at `offset`.
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError)
  /// The same past the page cache, if the medium accepts that: bytes that nobody reads again soon
  /// need no memory.
  func writePastCache(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError)
  /// Starts writing these bytes to the medium, so that a sync has less to wait for: a hint that
  /// makes nothing durable.
  func beginWriting(_ bytes: Range<Int>)
  /// fdatasync(2). After an error, close the file; never sync it again.
  func syncData() throws(SystemError)
  /// fsync(2), likewise.
  func sync() throws(SystemError)

  /// Takes an open-file-description lock; for a shared one, the file may be open for reading only.
  /// False if another holder has it right now.
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool
}

/// A file that has no name yet.
package protocol UnnamedFile: StoredFile {
  /// Gives it a name, once; `EEXIST` if something has it.
  func name(_ path: String) throws(SystemError)
}

package enum LockKind: Sendable, Equatable {
  case shared, exclusive
  /// Excludes only another lock of this number on the same file.
  case number(UInt32)
}

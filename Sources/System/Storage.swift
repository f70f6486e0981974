/// Everything that is done to a disk, so that a test can count, fail, or cut short each step.
///
/// Paths are absolute or relative to the working directory. No call follows a link in the last
/// component, but for the syncing of a directory. Every error names the path.
package protocol Storage: Sendable {
  /// Opens an existing file for reading and writing (reading only: `writable: false`). It never
  /// waits, also where a pipe or a device stands in the file's place; its attributes tell.
  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile
  /// Makes a file that must not exist yet, mode 0600.
  func create(_ path: String) throws(SystemError) -> any StoredFile
  /// Makes a directory that must not exist yet, mode 0700.
  func createDirectory(_ path: String) throws(SystemError)
  /// The names in a directory, in no order, without `.` and `..`.
  func list(_ path: String) throws(SystemError) -> [String]
  /// What stands at the path, or nil when nothing does.
  func attributes(at path: String) throws(SystemError) -> FileAttributes?
  func remove(_ path: String) throws(SystemError)
  /// Gives a file its final name, replacing what stood there (rename(2)).
  func rename(_ path: String, to newPath: String) throws(SystemError)
  /// The same where nothing may stand there: `EEXIST` otherwise.
  func rename(_ path: String, toNew newPath: String) throws(SystemError)
  func removeDirectory(_ path: String) throws(SystemError)
  /// Makes the names in the directory durable (fsync(2) on it).
  func syncDirectory(_ path: String) throws(SystemError)
  /// Waits before a lock is tried again.
  func pause(milliseconds: Int)
  /// Bytes that this user may still write on the file system of `path`.
  func freeBytes(at path: String) -> Int
}

/// One open file of a `Storage`. Closing it, or dropping the last reference, drops its lock.
package protocol StoredFile: AnyObject, Sendable {
  var path: String { get }
  func attributes() throws(SystemError) -> FileAttributes
  var fileSystem: FileSystem { get }
  /// Whether overwriting replaces the bytes on the medium (false on btrfs with copy-on-write).
  var overwritesInPlace: Bool { get }
  /// The subvolume that the file is in, on file systems that have them (btrfs); nil on others. A
  /// snapshot put in a subvolume's place has another one.
  var subvolume: UInt64? { get }
  /// Asks for overwriting in place, before the first write (`chattr +C`); no error where unknown.
  func disableCopyOnWrite()

  /// Fills `bytes` from `offset`; a file that ends before that is an error (`EIO`).
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError)
  /// `count` bytes from `offset` as the medium has them, past the page cache. Both are multiples
  /// of 4096.
  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8]
  /// Lets go of what is cached and clean, so that the next read asks the medium.
  func dropCache()
  /// Writes all of `bytes` at `offset`.
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError)
  /// The same past the page cache, where the medium takes that from there: bytes that nobody reads
  /// again soon need no memory.
  func writePastCache(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError)
  /// Begins to write these bytes to the medium, so that a sync has less to wait for: a hint, by which
  /// nothing is durable.
  func beginWriting(_ bytes: Range<Int>)
  /// fdatasync(2). After an error the file is to be closed, never synced again.
  func syncData() throws(SystemError)
  /// fsync(2), likewise.
  func sync() throws(SystemError)

  /// Takes an open-file-description lock. False when another holder has it right now.
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool
}

package enum LockKind: Sendable { case shared, exclusive }

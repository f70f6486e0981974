internal import System

/// Makes system calls; their error becomes the vault's.
func system<Result: ~Copyable>(
  _ calls: () throws(SystemError) -> Result
) throws(VaultError) -> Result {
  do throws(SystemError) { return try calls() } catch { throw .system(error) }
}

/// The same, for a single call without a closure.
func system<Result: ~Copyable>(
  _ call: @autoclosure () throws(SystemError) -> Result
) throws(VaultError) -> Result {
  do throws(SystemError) { return try call() } catch { throw .system(error) }
}

/// Access to the vault's own files: never through a link, never one that is not ours alone.
enum VaultFile {
  /// Opens, checks and locks a file, and makes sure that it is still at its path: a lock on a file
  /// that was replaced meanwhile protects nothing.
  static func open(
    _ path: String, lock: LockKind, in environment: VaultEnvironment
  ) throws(VaultError) -> any StoredFile {
    try openWithAttributes(path, lock: lock, in: environment).file
  }

  /// The same, with the attributes of the file now that it is locked.
  static func openWithAttributes(
    _ path: String, lock: LockKind, in environment: VaultEnvironment
  ) throws(VaultError) -> (file: any StoredFile, attributes: FileAttributes) {
    let storage = environment.storage
    // Before opening: opening a device can have effects.
    try check(parentDirectory(of: path), is: .directory, in: storage)
    try check(path, is: .regular, in: storage)
    let file = try system(storage.open(path, writable: lock != .shared))
    let opened = try system(file.attributes())
    if let fault = fault(opened, kind: .regular) { throw .unsafeFile(path: path, fault) }
    guard try system(acquire(lock, on: file, environment)) else { throw .busy(path: path) }
    // It may have been removed meanwhile.
    guard let standing = try system(storage.attributes(at: path)) else {
      throw .system(SystemError("open", path, code: SystemError.notFound))
    }
    if !standing.isSameFile(as: opened) { throw .replaced(path: path) }
    return (file, standing)
  }

  /// The `count` bytes of a file from `offset` on, as the page cache has them.
  static func read(
    _ count: Int, of file: any StoredFile, at offset: Int = 0
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    try file.read(into: &span, at: offset)
    return bytes
  }

  /// Two copies of `count` bytes, one after the other. If the medium does not give both, each is
  /// read by itself, and zeros, which are not a valid copy, replace the missing one.
  static func readCopies(
    of count: Int, _ read: (_ count: Int, _ offset: Int) throws(SystemError) -> [UInt8]
  ) throws(SystemError) -> [UInt8] {
    do throws(SystemError) { return try read(2 * count, 0) } catch {
      guard error.isOfMedium else { throw error }
      let copies = [try? read(count, 0), try? read(count, count)]
      if copies == [nil, nil] { throw error }
      return copies.flatMap { $0 ?? [UInt8](repeating: 0, count: count) }
    }
  }

  /// Whether a file has as many bytes as it was made with. Only other programs make one longer.
  static func isWhole(_ file: any StoredFile, bytes: Int) throws(VaultError) -> Bool {
    try isWhole(system(file.attributes()), path: file.path, bytes: bytes)
  }

  static func isWhole(
    _ attributes: FileAttributes, path: String, bytes: Int
  ) throws(VaultError) -> Bool {
    if attributes.size > bytes { throw .tooLong(path: path, bytes: bytes) }
    return attributes.size == bytes
  }

  /// Throws if something is at the path that is not what the vault made.
  static func check(
    _ path: String, is kind: FileAttributes.Kind, in storage: any Storage
  ) throws(VaultError) {
    let found = try system(storage.attributes(at: path))
    if let found, let fault = fault(found, kind: kind) { throw .unsafeFile(path: path, fault) }
  }

  /// Makes a file, after removing one that an interrupted attempt left in its place.
  static func createAnew(
    _ path: String, in storage: any Storage
  ) throws(SystemError) -> any StoredFile {
    if try storage.attributes(at: path) != nil { try storage.remove(path) }
    return try storage.create(path)
  }

  /// Refuses a file system on which a sync may mean nothing, unless the user vouches for it; warns
  /// of one that may keep overwritten bytes.
  static func checkFileSystem(
    _ file: any StoredFile, _ environment: VaultEnvironment
  ) throws(VaultError) {
    if environment.trustsFileSystem { return }
    if file.fileSystem == .remote { throw .untrustedFileSystem(path: file.path) }
    if !file.overwritesInPlace {
      environment.warn(.keepsUsedPad(path: file.path))
    }
  }

  /// What is wrong with a file's kind, owner, mode or links; nil if nothing is.
  private static func fault(_ attributes: FileAttributes, kind: FileAttributes.Kind) -> FileFault? {
    if attributes.kind != kind { return kind == .directory ? .notADirectory : .notARegularFile }
    if attributes.owner != Machine.user { return .ofAnotherUser }
    if attributes.permissions & 0o077 != 0 {
      return kind == .directory ? .directoryOpenToOthers : .openToOthers
    }
    if kind == .regular && attributes.links > 1 { return .hasOtherNames }
    return nil
  }

  /// Waits about 30 seconds for a lock, and one second for a lock with a number, which is held for
  /// long. Even if stopped, waits a tenth of a second: work already begun may have to be finished.
  private static func acquire(
    _ kind: LockKind, on file: any StoredFile, _ environment: VaultEnvironment
  ) throws(SystemError) -> Bool {
    let attempts = if case .number = kind { 200 } else { 1600 }
    for attempt in 0..<attempts {
      if try file.tryLock(kind) { return true }
      if attempt >= 20 { try environment.checkNotStopped() }
      environment.storage.pause(milliseconds: attempt < 200 ? 5 : 20)
    }
    return false
  }
}

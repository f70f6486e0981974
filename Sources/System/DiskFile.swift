internal import CLinux
internal import Glibc

/// A file descriptor with its path; closed when the last reference goes.
final class DiskFile: UnnamedFile {
  let path: String
  private let descriptor: Int32

  init(path: String, flags: Int32) throws(SystemError) {
    let descriptor = unsafe linux_open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .last("open", path) }
    self.path = path
    self.descriptor = descriptor
  }

  init?(unnamedIn directory: String) {
    let descriptor = unsafe linux_open_unnamed(directory)
    guard descriptor >= 0 else { return nil }
    path = directory
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  func name(_ path: String) throws(SystemError) {
    guard unsafe linux_name(descriptor, path) == 0 else { throw .last("link", path) }
  }

  func attributes() throws(SystemError) -> FileAttributes {
    var found = linux_attributes()
    guard unsafe linux_attributes_of(descriptor, &found) == 0 else { throw .last("statx", path) }
    return FileAttributes(found)
  }

  var fileSystem: FileSystem { FileSystem(magic: linux_file_system_type(descriptor)) }

  var overwritesInPlace: Bool {
    switch fileSystem {
    case .inPlace, .memory: true
    case .btrfs: linux_copy_on_write_disabled(descriptor) == 1
    case .remote, .unknown: false
    }
  }

  var subvolume: UInt64? {
    guard fileSystem == .btrfs else { return nil }
    let id = linux_file_system_id(descriptor)
    return id == 0 ? nil : id
  }

  func disableCopyOnWrite() { _ = linux_disable_copy_on_write(descriptor) }

  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    let descriptor = descriptor
    let failure = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe DiskFile.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    if let failure { throw SystemError("read", path, code: failure) }
  }

  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    let direct = linux_reopen_direct(descriptor, O_RDONLY)
    defer { if direct >= 0 { close(direct) } }
    if direct < 0 { dropCache() }
    let source = direct < 0 ? descriptor : direct
    let pages = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4096)
    defer { unsafe pages.deallocate() }
    if let failure = unsafe DiskFile.read(source, into: pages, at: offset) {
      throw SystemError("read", path, code: failure)
    }
    return unsafe [UInt8](pages)
  }

  func dropCache() { posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    if let failure = DiskFile.write(descriptor, bytes, at: offset) {
      throw SystemError("write", path, code: failure)
    }
  }

  func writePastCache(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    let direct = linux_reopen_direct(descriptor, O_WRONLY)
    if direct < 0 { return try write(bytes, at: offset) }
    defer { close(direct) }
    switch DiskFile.write(direct, bytes, at: offset) {
    case nil: return
    // Not from this memory, or not to this place.
    case EINVAL: try write(bytes, at: offset)
    case .some(let failure): throw SystemError("write", path, code: failure)
    }
  }

  func beginWriting(_ bytes: Range<Int>) {
    // Drops clean pages, and starts writing dirty ones.
    posix_fadvise(descriptor, bytes.lowerBound, bytes.count, POSIX_FADV_DONTNEED)
  }

  func syncData() throws(SystemError) {
    guard fdatasync(descriptor) == 0 else { throw .last("fdatasync", path) }
  }

  func sync() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last("fsync", path) }
  }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool {
    let result =
      switch kind {
      case .shared: linux_lock_shared(descriptor)
      case .exclusive: linux_lock_exclusive(descriptor)
      case .number(let number): linux_lock_number(descriptor, number)
      }
    if result == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw .last("lock", path)
  }

  /// Fills the buffer; returns the errno on failure, `EIO` if the file ends too early.
  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int32? {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let got = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return got < 0 ? errno : EIO }
      done += got
    }
    return nil
  }

  /// Writes all; returns the errno on failure.
  private static func write(_ descriptor: Int32, _ bytes: Span<UInt8>, at offset: Int) -> Int32? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var rest = unsafe UnsafeRawBufferPointer(buffer)[...]
      while unsafe !rest.isEmpty {
        let place = unsafe off_t(offset + rest.startIndex)
        let source = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let written = unsafe pwrite(descriptor, source.baseAddress, source.count, place)
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { return written < 0 ? errno : EIO }
        unsafe rest = unsafe rest.dropFirst(written)
      }
      return nil
    }
  }
}

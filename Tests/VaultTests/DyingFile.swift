import Pad
import Synchronization
import System

/// A file of a `DyingStorage`: writes reach the disk with the next sync.
final class DyingFile: StoredFile {
  private struct Write {
    let bytes: [UInt8]
    let offset: Int
  }

  private let file: any StoredFile
  private let storage: DyingStorage
  private let pending = Mutex<[Write]>([])

  init(_ file: any StoredFile, of storage: DyingStorage) {
    self.file = file
    self.storage = storage
  }

  var path: String { file.path }
  var fileSystem: FileSystem { file.fileSystem }
  var overwritesInPlace: Bool { !storage.keepsCopies && file.overwritesInPlace }
  func attributes() throws(SystemError) -> FileAttributes { try file.attributes() }
  func disableCopyOnWrite() {}
  func dropCache() { file.dropCache() }
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool { try file.tryLock(kind) }
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try storage.checkReadable(path)
    try file.read(into: &bytes, at: offset)
  }
  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try storage.checkReadable(path)
    return try file.readPastCache(count: count, at: offset)
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    let write = Write(bytes: bytes.publicCopy, offset: offset)
    pending.withLock { $0.append(write) }
    if !storage.step() { try die() }
  }

  func syncData() throws(SystemError) {
    if !storage.step() { try die() }
    try settle { $0 }
  }

  func sync() throws(SystemError) { try syncData() }

  private func die() throws(SystemError) {
    let fate = storage.fate
    try settle { bytes in
      let half = bytes.count / 128
      return switch fate {
      case .lost: bytes.prefix(0)
      case .kept: bytes
      case .headOnly: bytes.prefix(half)
      case .tailOnly: bytes.dropFirst(half)
      }
    }
    throw DyingStorage.death
  }

  private func settle(_ part: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) throws(SystemError) {
    let writes = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for write in writes {
      let kept = part(write.bytes[...])
      try file.write(Array(kept).span, at: write.offset + kept.startIndex)
    }
  }
}

internal import Glibc
internal import Primitives
internal import Synchronization
internal import System

@testable internal import Pairing

/// A medium with one file, written by somebody hostile.
final class CarriedBytes: Storage, StoredFile {
  let path = "pad"
  let original: [UInt8]
  private let bytes: Mutex<[UInt8]>
  private let removed = Mutex(false)

  var isGone: Bool { removed.withLock { $0 } }

  /// The input with the right magic, and the right digest as its last 32 bytes.
  init(completing input: [UInt8]) {
    let data = CarriedHeader.magic + input.dropFirst(CarriedHeader.magic.count).dropLast(32)
    original = data + SHA256.hash(data.span)
    bytes = Mutex(original)
  }

  func open(_ path: String, writable: Bool) throws(SystemError) -> any StoredFile { self }
  func create(_ path: String) throws(SystemError) -> any StoredFile { throw refusal }
  func createDirectory(_ path: String) throws(SystemError) { throw refusal }
  func list(_ path: String) throws(SystemError) -> [String] { throw refusal }
  func attributes(at path: String) throws(SystemError) -> FileAttributes? { try attributes() }
  func remove(_ path: String) throws(SystemError) { removed.withLock { $0 = true } }
  func rename(_ path: String, to newPath: String) throws(SystemError) { throw refusal }
  func rename(_ path: String, toNew newPath: String) throws(SystemError) { throw refusal }
  func removeDirectory(_ path: String) throws(SystemError) { throw refusal }
  func syncDirectory(_ path: String) throws(SystemError) {}
  func pause(milliseconds: Int) {}
  func freeBytes(at path: String) -> Int { .max }

  func attributes() throws(SystemError) -> FileAttributes {
    FileAttributes(
      device: 1, inode: 1, size: bytes.withLock { $0.count }, kind: .regular, permissions: 0o600,
      owner: 0, links: 1, birth: nil)
  }

  var fileSystem: FileSystem { .memory }
  var overwritesInPlace: Bool { true }
  func disableCopyOnWrite() {}

  func read(into target: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    let found = bytes.withLock { [UInt8]($0.dropFirst(offset).prefix(target.count)) }
    guard found.count == target.count else { throw refusal }
    for index in target.indices { target[index] = found[index] }
  }

  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] { throw refusal }
  func dropCache() {}

  func write(_ source: Span<UInt8>, at offset: Int) throws(SystemError) {
    bytes.withLock { bytes in
      for index in source.indices { bytes[offset + index] = source[index] }
    }
  }

  func syncData() throws(SystemError) {}
  func sync() throws(SystemError) {}
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool { true }

  private var refusal: SystemError { SystemError("fuzz", path, code: EIO) }
}

import System

/// A file that records how it was written.
final class RecordingFile: StoredFile, @unchecked Sendable {
  struct Call: Equatable {
    let bytes: Range<Int>
    let isPastCache: Bool

    init(_ bytes: Range<Int>, isPastCache: Bool) {
      self.bytes = bytes
      self.isPastCache = isPastCache
    }
  }

  private let file: any StoredFile
  private(set) var calls: [Call] = []

  init(_ file: any StoredFile) { self.file = file }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    calls.append(Call(offset..<offset + bytes.count, isPastCache: false))
    try file.write(bytes, at: offset)
  }

  func writePastCache(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    calls.append(Call(offset..<offset + bytes.count, isPastCache: true))
    try file.writePastCache(bytes, at: offset)
  }

  var path: String { file.path }
  var fileSystem: FileSystem { file.fileSystem }
  var overwritesInPlace: Bool { file.overwritesInPlace }
  func attributes() throws(SystemError) -> FileAttributes { try file.attributes() }
  func disableCopyOnWrite() { file.disableCopyOnWrite() }
  func dropCache() { file.dropCache() }
  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool { try file.tryLock(kind) }
  func beginWriting(_ bytes: Range<Int>) { file.beginWriting(bytes) }
  func syncData() throws(SystemError) { try file.syncData() }
  func sync() throws(SystemError) { try file.sync() }
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try file.read(into: &bytes, at: offset)
  }
  func readPastCache(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try file.readPastCache(count: count, at: offset)
  }
}

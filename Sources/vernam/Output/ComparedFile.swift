internal import Pad
internal import Primitives
internal import System
internal import Vault

/// An existing file at a result's path. If it holds exactly this result, it was delivered before;
/// any other file is in the way.
final class ComparedFile: ResultFile {
  private let file: any StoredFile
  private let path: String
  private let storage: any Storage
  private let size: Int
  private var compared = 0

  init(_ file: any StoredFile, at path: String, on storage: any Storage) throws(SystemError) {
    self.file = file
    self.path = path
    self.storage = storage
    size = try file.attributes().size
  }

  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard bytes.count <= size - compared else { throw inTheWay }
    var found = SecretBytes(count: bytes.count)
    let (file, offset) = (file, compared)
    try found.withMutableBytes { found throws(SystemError) in
      try file.read(into: &found, at: offset)
    }
    guard found.withBytes({ equalInConstantTime($0, bytes) }) else { throw inTheWay }
    compared += bytes.count
  }

  func finish() throws(SystemError) {
    guard compared == size else { throw inTheWay }
    try file.sync()
    try storage.syncDirectory(parentDirectory(of: path))
  }

  func discard() {}

  private var inTheWay: SystemError { SystemError("create", path, code: SystemError.exists) }
}

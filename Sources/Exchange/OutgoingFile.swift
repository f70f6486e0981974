package import Codec
package import System

/// A file that a person sends in a conversation, open and checked.
package struct OutgoingFile: Sendable {
  /// The most bytes of one.
  package static let mostBytes = 16 << 20

  package let name: FileName
  package let content: FileBytes

  package init(_ path: String, on storage: any Storage) throws(OutgoingFileError) {
    let file: any StoredFile
    let found: FileAttributes
    do throws(SystemError) {
      file = try storage.open(path, writable: false)
      found = try file.attributes()
    } catch { throw .unreadable(error) }
    if found.kind != .regular { throw .notOrdinary(path) }
    if found.size == 0 { throw .empty(path) }
    if found.size > OutgoingFile.mostBytes { throw .tooLong(path, found.size) }
    name = FileName(path: path)
    content = FileBytes(file, count: found.size)
  }
}

/// Why a file is not sent.
package enum OutgoingFileError: Error, Equatable {
  case unreadable(SystemError)
  case notOrdinary(String)
  case empty(String)
  /// Its size in bytes.
  case tooLong(String, Int)
}

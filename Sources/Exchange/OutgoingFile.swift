package import Codec
package import System
package import Vault

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

  /// What percentage of the pad that is left for a contact it would use, if so large that the
  /// person should know before it is sent; else nil. Throws if it cannot be sent.
  package func largePart(to contact: Contact) throws(VaultError) -> Int? {
    try contact.largePart(.file(name), contentBytes: content.count)
  }
}

extension Contact {
  /// What percentage of the pad that is left for this contact a message would use, if so large that
  /// the person should know before it is sent; else nil. Throws if it cannot be sent.
  package func largePart(
    _ kind: BodyHead.Kind, contentBytes: Int
  ) throws(VaultError) -> Int? {
    let (leastBytes, leastPart) = (4096, 25)
    let price = try price(kind, contentBytes: contentBytes)
    let part = 100 * price.bytes / max(1, send.left)
    return price.bytes < leastBytes || part < leastPart ? nil : part
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

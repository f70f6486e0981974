package import Codec
package import System
package import Vault

/// A file that a person sends in a conversation, open and checked.
package struct OutgoingFile: Sendable {
  /// The most bytes of one.
  package static let mostBytes = 16 << 20
  /// Percent of the pad that is left.
  private static let largePart = 25

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

  /// How many percent it would use of the pad that is left for messages to a contact, if they are so
  /// many that the person should know before it is sent; else nil. Throws if it cannot be sent.
  package func largePart(to contact: Contact) throws(VaultError) -> Int? {
    let price = try contact.price(.file(name), contentBytes: content.count)
    let part = 100 * price.bytes / max(1, contact.send.left)
    return part < OutgoingFile.largePart ? nil : part
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

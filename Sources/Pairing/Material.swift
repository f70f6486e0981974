internal import Pad
internal import Synchronization
package import System

/// Bytes that a person contributes to a pad. They are XORed with fresh bytes from the kernel, so
/// that one file given twice makes two different pads.
package protocol Material: Sendable {
  /// How many bytes are left.
  var byteCount: Int { get }
  /// Fills all of `bytes` with the next bytes of the material.
  func read(into bytes: inout MutableSpan<UInt8>) throws(SystemError)
}

/// Material in a file, read from beginning to end.
package final class MaterialFile: Material {
  private let size: Int
  private let file: any StoredFile
  private let record: (any StoredFile)?
  private let offset = Mutex(0)

  /// `record` states what the bytes may claim, and counts only once: before the first byte is read
  /// it is overwritten, durably, even if the file is kept or the program is killed.
  package init(_ file: any StoredFile, record: (any StoredFile)? = nil) throws(SystemError) {
    self.file = file
    self.record = record
    size = try file.attributes().size
  }

  /// Bytes drawn by a failed attempt are gone.
  package var byteCount: Int { offset.withLock { max(size - $0, 0) } }

  package func read(into bytes: inout MutableSpan<UInt8>) throws(SystemError) {
    let count = bytes.count
    let start = offset.withLock { offset in
      defer { offset += count }
      return offset
    }
    if start == 0 { try record?.overwriteWithZeros() }
    try file.read(into: &bytes, at: start)
  }
}

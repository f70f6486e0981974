internal import Pad
internal import Synchronization
package import System

/// Bytes that a person brings to a pad. They are XORed with fresh bytes of the kernel, so that one
/// file given twice makes two different pads.
package protocol Material: Sendable {
  /// Bytes that it has.
  var byteCount: Int { get }
  /// Fills all of `bytes` with what comes next.
  func read(into bytes: inout MutableSpan<UInt8>) throws(SystemError)
}

/// Material in a file, read from its beginning to its end.
package final class MaterialFile: Material {
  package let byteCount: Int
  private let file: any StoredFile
  private let offset = Mutex(0)

  package init(_ file: any StoredFile) throws(SystemError) {
    self.file = file
    byteCount = try file.attributes().size
  }

  package func read(into bytes: inout MutableSpan<UInt8>) throws(SystemError) {
    let count = bytes.count
    let start = offset.withLock { offset in
      defer { offset += count }
      return offset
    }
    try file.read(into: &bytes, at: start)
  }
}

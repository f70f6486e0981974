package import System

/// Bytes in ordinary memory, which are no secret: a packet that is small.
package final class MemoryBytes: ByteSource {
  package private(set) var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func read(into target: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    let bytes = bytes
    target.copy(bytes.span.extracting(offset..<offset + target.count), at: 0)
  }

  /// Writes within the bytes that there are.
  package func write(_ source: Span<UInt8>, at offset: Int) {
    var own = bytes
    bytes = []  // So that they are not copied.
    var span = own.mutableSpan
    span.copy(source, at: offset)
    bytes = own
  }
}

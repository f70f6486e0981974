package import System

/// Bytes in ordinary memory that are not secret: a small packet.
package final class MemoryBytes: ByteSource {
  package private(set) var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func read(into target: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    let bytes = bytes
    target.copy(bytes.span.extracting(offset..<offset + target.count), at: 0)
  }

  /// Overwrites some of the existing bytes.
  package func write(_ source: Span<UInt8>, at offset: Int) {
    var own = bytes
    bytes = []  // Avoids a copy.
    var span = own.mutableSpan
    span.copy(source, at: offset)
    bytes = own
  }
}

internal import Pad
package import System

/// A slice in ordinary memory: a test's pad, so not secret.
package final class MemorySlice: SliceSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func combine(
    with text: inout MutableSpan<UInt8>, at offset: Int
  ) throws(SystemError) {
    for index in text.indices { text[index] ^= bytes[offset + index] }
  }
}

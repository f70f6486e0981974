package import System

/// Secret bytes that are read like a file.
package final class SecretSource: ByteSource {
  private let bytes: SecretBytes

  package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func read(into target: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    bytes.withBytes { target.copy($0.extracting(offset..<offset + target.count), at: 0) }
  }
}

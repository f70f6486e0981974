/// The bytes of a file that no longer changes, as many as it had when this was made.
package final class FileBytes: ByteSource, Sendable {
  package let file: any StoredFile
  package let count: Int

  package init(_ file: any StoredFile, count: Int) {
    self.file = file
    self.count = count
  }

  package func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try file.read(into: &bytes, at: offset)
  }
}

package import System

/// The pad bytes of one slice, wherever they are kept.
package protocol SliceSource: AnyObject {
  /// Bytes of the slice.
  var count: Int { get }
  /// XORs the slice's bytes from `offset` on into `text`.
  func combine(with text: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError)
}

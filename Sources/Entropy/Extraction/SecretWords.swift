internal import Pad

/// Secret bytes viewed as 64-bit words in native byte order.
struct SecretWords: ~Copyable {
  private(set) var bytes: SecretBytes
  var count: Int { bytes.count / 8 }

  /// All zero.
  init(count: Int) { bytes = SecretBytes(count: count * 8) }

  init(bytes: consuming SecretBytes) {
    precondition(bytes.count % 8 == 0)
    self.bytes = bytes
  }

  func withWords<Result>(_ body: (Span<UInt64>) -> Result) -> Result {
    bytes.withBytes { bytes in
      // Secret memory is aligned for any integer.
      let words = unsafe bytes.withUnsafeBytes { unsafe $0.assumingMemoryBound(to: UInt64.self) }
      return body(unsafe Span(_unsafeElements: words))
    }
  }

  mutating func withMutableWords<Result>(_ body: (inout MutableSpan<UInt64>) -> Result) -> Result {
    bytes.withMutableBytes { bytes in
      let words = unsafe bytes.withUnsafeMutableBytes {
        unsafe $0.assumingMemoryBound(to: UInt64.self)
      }
      var span = unsafe MutableSpan(_unsafeElements: words)
      return body(&span)
    }
  }

  mutating func withMutableBytes(_ body: (inout MutableSpan<UInt8>) -> Void) {
    bytes.withMutableBytes { body(&$0) }
  }
}

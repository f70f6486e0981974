internal import CLinux

/// A source of unpredictable bytes; injected so that a test can repeat a run.
package protocol Randomness: Sendable {
  func fill(_ bytes: inout MutableSpan<UInt8>)
}

extension Randomness {
  /// `count` bytes that are not secret: an id, a salt, a nonce.
  package func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    fill(&span)
    return bytes
  }

  /// A number below 2⁶⁴ that is not secret.
  package func number() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// getrandom(2). If the kernel cannot give random bytes, the program ends: nothing is safe then.
package struct KernelRandomness: Randomness {
  package init() {}

  package func fill(_ bytes: inout MutableSpan<UInt8>) {
    let result = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe linux_random($0.baseAddress, $0.count)
    }
    precondition(result == 0, "the kernel gives no random bytes")
  }
}

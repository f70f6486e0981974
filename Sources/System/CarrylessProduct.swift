internal import CLinux

/// Multiplication of polynomials over GF(2), whose coefficients are the bits of words, the lowest
/// first.
package enum CarrylessProduct {
  /// Whether the processor has an instruction for it.
  package static let isFast = linux_has_carryless_multiplication()

  /// The 128-bit sum of a[i] × b[i] for all i of two equally long sequences. `isPortable` avoids
  /// the processor's instruction.
  package static func sum(
    _ a: Span<UInt64>, _ b: Span<UInt64>, isPortable: Bool = !isFast
  ) -> (low: UInt64, high: UInt64) {
    precondition(a.count == b.count)
    var result: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &result) { result in
      let words = unsafe result.assumingMemoryBound(to: UInt64.self).baseAddress
      unsafe a.withUnsafeBufferPointer { a in
        unsafe b.withUnsafeBufferPointer { b in
          if isPortable {
            unsafe linux_carryless_inner_product_portable(
              a.baseAddress, b.baseAddress, a.count, words)
          } else {
            unsafe linux_carryless_inner_product(a.baseAddress, b.baseAddress, a.count, words)
          }
        }
      }
    }
    return result
  }
}

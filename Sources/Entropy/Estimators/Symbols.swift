package import Pad

/// A sequence of samples in the form the estimators need: symbols 0 to `alphabetSize` − 1, each of
/// which occurs, in the order of the values they stand for.
package struct Symbols: ~Copyable {
  package let alphabetSize: Int
  package let bytes: SecretBytes

  package var count: Int { bytes.count }

  /// Symbols that stand for the values of `samples`, one per byte.
  package init(_ samples: Span<UInt8>) {
    var isUsed = [Bool](repeating: false, count: 256)
    for index in samples.indices { isUsed[Int(samples[index])] = true }
    var numbers = [UInt8](repeating: 0, count: 256)
    var next = 0
    for value in 0..<256 where isUsed[value] {
      numbers[value] = UInt8(next)
      next += 1
    }
    var bytes = SecretBytes(count: samples.count)
    bytes.withMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = numbers[Int(samples[index])] }
    }
    alphabetSize = next
    self.bytes = bytes
  }

  /// The bits of the samples, as many of each as the greatest needs, the most significant first;
  /// only of the first samples if there would be more than `limit` bits.
  package static func bits(of samples: Span<UInt8>, limit: Int = .max) -> Symbols {
    let width = bitWidth(of: samples)
    let used = min(samples.count, limit / width)
    var bits = SecretBytes(count: used * width)
    bits.withMutableBytes { bits in
      for index in 0..<used {
        for place in 0..<width {
          bits[index * width + place] = (samples[index] >> UInt8(width - 1 - place)) & 1
        }
      }
    }
    return bits.withBytes { Symbols($0) }
  }

  /// Bits that the greatest sample needs, at least 1.
  package static func bitWidth(of samples: Span<UInt8>) -> Int {
    var all: UInt8 = 0
    for index in samples.indices { all |= samples[index] }
    return max(1, 8 - all.leadingZeroBitCount)
  }
}

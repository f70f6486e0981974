package import Pad

/// The classical method, for comparison: it takes the two low bits of each sample, and turns 01 and
/// 10 into one bit each. It needs noise that real sensors do not have, and earns no credit.
package final class VonNeumannMaterial: MaterialPart {
  /// Bytes of its own, kept for the tests.
  static let kept = 1 << 17

  private let reader: any FrameReader
  package private(set) var frames = 0
  /// Bits made, and the ones among them.
  package private(set) var bits = 0
  package private(set) var ones = 0
  /// The first bytes it made, before anything was added to them.
  package private(set) var sample = SecretBytes(count: kept)
  private var output = SecretBytes(count: 0)
  private var outputRange = 0..<0

  init(_ reader: any FrameReader) { self.reader = reader }

  /// How far the share of ones is from a half, in standard deviations.
  package var deviation: Double {
    bits == 0 ? 0 : (2 * Double(ones) - Double(bits)) / Double(bits).squareRoot()
  }

  /// Bytes of `sample` filled so far.
  package var sampleCount: Int { min(VonNeumannMaterial.kept, bits / 8) }

  func add(to bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int {
    var done = 0
    while done < bytes.count {
      if outputRange.isEmpty {
        guard let frame = try reader.next() else { break }
        try frame.shape.check(of: reader.name)
        take(frame)
        continue
      }
      let count = min(outputRange.count, bytes.count - done)
      let range = outputRange.prefix(count)
      output.withBytes { bytes.xor($0.extracting(range), at: done) }
      outputRange = range.upperBound..<outputRange.upperBound
      done += count
    }
    return done
  }

  /// Bits that fill no byte are dropped.
  private func take(_ frame: Frame) {
    frames += 1
    output = SecretBytes(count: frame.shape.count / 8 + 1)
    var (made, ones) = (0, 0)
    frame.withSamples { samples in
      output.withMutableBytes { bytes in
        for index in samples.indices {
          let low = UInt8(samples[index] & 3)
          guard low == 1 || low == 2 else { continue }
          let bit = low >> 1
          bytes[made / 8] |= bit << UInt8(7 - made % 8)
          made += 1
          ones += Int(bit)
        }
      }
    }
    let start = min(VonNeumannMaterial.kept, bits / 8)
    let fresh = min(made / 8, VonNeumannMaterial.kept - start)
    output.withBytes { bytes in
      sample.withMutableBytes { $0.copy(bytes.extracting(0..<fresh), at: start) }
    }
    outputRange = 0..<made / 8
    bits += made / 8 * 8
    self.ones += ones
  }
}

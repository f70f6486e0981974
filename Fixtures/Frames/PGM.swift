package import Entropy

/// Frames as netpbm's pgm(5) has them.
package enum PGM {
  /// One file with all frames, one behind the other.
  package static func file(_ frames: [Frame]) -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in frames {
      let (shape, greatest) = (frame.shape, (1 << frame.shape.bits) - 1)
      bytes += [UInt8]("P5\n\(shape.width) \(shape.height)\n\(greatest)\n".utf8)
      frame.withSamples { samples in
        for index in samples.indices {
          if shape.bits > 8 { bytes.append(UInt8(samples[index] >> 8)) }
          bytes.append(UInt8(samples[index] & 255))
        }
      }
    }
    return bytes
  }
}

package import Entropy
internal import Glibc
package import TestSupport

/// The normal distribution (Box and Muller).
package struct Bell {
  private let random: Seeded
  private var spare: Double?

  package init(_ random: Seeded) { self.random = random }

  package mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    let first = (Double(random.next() >> 11) + 1) / Double(1 << 53)
    let second = Double(random.next() >> 11) / Double(1 << 53)
    let radius = (-2 * log(first)).squareRoot()
    spare = radius * sin(2 * Double.pi * second)
    return radius * cos(2 * Double.pi * second)
  }

  /// A frame of noise of the given standard deviation.
  package static func frame(_ shape: FrameShape, sigma: Double = 3, seed: Int) -> Frame {
    var bell = Bell(Seeded(seed: UInt64(seed)))
    let frame = Frame(shape)
    frame.withMutableSamples { samples in
      for index in samples.indices {
        samples[index] = UInt16(max(0, (100 + bell.next() * sigma).rounded()))
      }
    }
    return frame
  }
}

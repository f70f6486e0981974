/// A search for parities: subsets of the two low bits of 8 samples in a row whose sum is biased,
/// although each bit alone is not. They expose converters and firmware that copy low bits. A
/// Walsh–Hadamard transform finds all 65535 sums at once.
struct LowBitParities {
  private static let pixels = 8
  private static let most = 0.1
  /// For each set of bits, the mean of (−1)^sum.
  private let biases: [Double]
  private let count: Int

  init(_ frames: [Frame]) {
    var sums = [Int](repeating: 0, count: 1 << (2 * LowBitParities.pixels))
    var count = 0
    for frame in frames {
      let (width, height) = (frame.shape.width, frame.shape.height)
      frame.withSamples { samples in
        for row in 0..<height {
          var recent = 0
          for column in 0..<width {
            recent = (recent << 2 | Int(samples[row * width + column] & 3)) & 0xffff
            guard column >= LowBitParities.pixels - 1 else { continue }
            sums[recent] += 1
            count += 1
          }
        }
      }
    }
    LowBitParities.transform(&sums)
    self.count = count
    biases = sums.map { Double($0) / Double(max(1, count)) }
  }

  private static func transform(_ values: inout [Int]) {
    var step = 1
    while step < values.count {
      for start in stride(from: 0, to: values.count, by: 2 * step) {
        for place in start..<start + step {
          let (first, second) = (values[place], values[place + step])
          values[place] = first + second
          values[place + step] = first - second
        }
      }
      step *= 2
    }
  }

  /// Throws if a parity is off by more than a tenth and chance from what its samples explain.
  func check() throws(EntropyError) {
    guard count > 0 else { return }
    let allowed = LowBitParities.most + 6 / Double(count).squareRoot()
    let excesses = biases.indices.map { $0 == 0 ? 0 : abs(biases[$0] - alone($0)) }
    let excess = excesses.max() ?? 0
    guard excess > allowed else { return }
    // Among sums that are about as far off, the one with the fewest bits causes the others.
    let worst =
      excesses.indices.filter { excesses[$0] > 0.9 * excess }
      .min { $0.nonzeroBitCount < $1.nonzeroBitCount } ?? 0
    let places = (0..<LowBitParities.pixels).filter { worst >> (2 * $0) & 3 != 0 }
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
    throw .dependentLowBits(pixels: gaps, excess: excess)
  }

  /// The bias if the samples were independent of each other.
  private func alone(_ mask: Int) -> Double {
    var product = 1.0
    for pixel in 0..<LowBitParities.pixels {
      let part = mask & (3 << (2 * pixel))
      if part != 0 { product *= biases[part] }
    }
    return product
  }
}

internal import Glibc

/// The cosine transform of n by n samples (DCT-II; ITU-T T.81, A.3.3, for n = 8):
/// S(v, u) = 2/n C(u) C(v) Σ s(y, x) cos((2x + 1)uπ/2n) cos((2y + 1)vπ/2n), C(0) = 1/√2, else 1.
/// It is computed for 8 blocks at a time, first along rows, which blocks above each other share.
struct CosineTransform {
  /// Samples a side, an even number.
  let side: Int
  /// At u · n/2 + x, for the first half of x: √(2/n) C(u) cos((2x + 1)uπ/2n). From n − 1 − x it
  /// differs only in its sign, if u is odd.
  private let cosines: [Float]

  init(side: Int) {
    self.side = side
    cosines = (0..<side * side / 2).map { place in
      let (u, x) = (place / (side / 2), place % (side / 2))
      let scale = ((u == 0 ? 1 : 2) / Double(side)).squareRoot()
      return Float(scale * cos(Double((2 * x + 1) * u) * Double.pi / Double(2 * side)))
    }
  }

  /// Lends each size to `body`, for all v and u but 0. Blocks begin `left` samples to the right of
  /// their corners and `top` below, for each `top` that moves the grid. Without a block, a size is not
  /// a number.
  func forEach(
    _ corners: [Int], left: Int, _ frame: Frame,
    _ body: (_ top: Int, _ v: Int, _ u: Int, _ sizes: SIMD8<Float>) -> Void
  ) {
    let height = 2 * side - 1
    var line = [SIMD8<Float>](repeating: SIMD8(), count: side)
    var (folded, sizes) = (line, line)
    // The transforms of rows: those of the same u below each other.
    var rows = [SIMD8<Float>](repeating: SIMD8(), count: side * height)
    for first in stride(from: 0, to: corners.count, by: 8) {
      for y in 0..<height {
        read(corners[first...].prefix(8), y * frame.shape.width + left, of: frame, &line)
        transform(line.span, &folded, &sizes)
        for u in 1..<side { rows[u * height + y] = sizes[u] }
      }
      for top in 0..<side {
        for u in 1..<side {
          let start = u * height + top
          transform(rows.span.extracting(start..<start + side), &folded, &sizes)
          for v in 1..<side { body(top, v, u, sizes[v]) }
        }
      }
    }
  }

  /// Reads a row of 8 blocks, at a distance from their corners. A corner's sample is subtracted from
  /// those of its block.
  private func read(
    _ corners: ArraySlice<Int>, _ distance: Int, of frame: Frame, _ line: inout [SIMD8<Float>]
  ) {
    for x in line.indices { line[x] = SIMD8(repeating: .nan) }
    frame.withSamples { samples in
      for (lane, corner) in corners.enumerated() {
        for x in line.indices {
          line[x][lane] = Float(Int32(samples[corner + distance + x]) - Int32(samples[corner]))
        }
      }
    }
  }

  /// For all u but 0.
  private func transform(
    _ line: Span<SIMD8<Float>>, _ folded: inout [SIMD8<Float>], _ sizes: inout [SIMD8<Float>]
  ) {
    let half = side / 2
    var folded = folded.mutableSpan
    var sizes = sizes.mutableSpan
    let cosines = cosines.span
    for x in 0..<half {
      folded[x] = line[x] + line[side - 1 - x]
      folded[half + x] = line[x] - line[side - 1 - x]
    }
    for u in 1..<side {
      var sum = SIMD8<Float>()
      for x in 0..<half { sum += folded[u % 2 * half + x] * cosines[u * half + x] }
      sizes[u] = sum
    }
  }
}

internal import Glibc

/// A check whether frames were decoded from JPEG, or from video made of such blocks. A coder rounds
/// the cosine transform of each block of 8 by 8 samples to multiples of a step, one for each
/// frequency, and what is decoded still shows it: the samples look noisy, but hold no more than the
/// short file did.
///
/// 1. Two frames are subtracted, which removes what is fixed and keeps the steps. Differences of
///    noise are symmetrical about their mean, and rarer the further from it.
/// 2. All 64 positions of the grid are tried: frames may have been cropped.
/// 3. Only frequencies that run both across and down are examined: rows and columns have noise of
///    their own.
/// 4. Defects that jump by the same amount make steps as well, but at every position of the grid.
struct BlockTransform {
  private static let side = 8
  /// The most blocks examined for each grid position, and the most pairs they come from.
  private static let most = (blocks: 4096, pairs: 256)
  /// The fewest frequencies in steps that count as a transform.
  private static let fewest = 6
  /// Differences with a greater standard deviation are scaled down.
  private static let reach = 64.0

  private let pairs: [(first: Frame, second: Frame)]
  private let shape: FrameShape
  private let transform = CosineTransform()

  init(_ frames: [Frame]) {
    let count = frames.count / 2
    let used = min(count, BlockTransform.most.pairs)
    // No frame twice, so that all differences are independent.
    pairs = (0..<used).map { number in
      let place = number * count / used * 2
      return (frames[place], frames[place + 1])
    }
    shape = frames.first?.shape ?? FrameShape(width: 0, height: 0, bits: 8)
  }

  /// Throws if, at one position of the grid, at least six frequencies come in steps, and more than
  /// twice as many as at the median position.
  func check() throws(EntropyError) {
    let found = frequencies()
    let (median, greatest) = (found.sorted()[found.count / 2], found.max() ?? 0)
    guard greatest >= BlockTransform.fewest, greatest > 2 * median else { return }
    throw .blockTransform(frequencies: greatest)
  }

  /// How many frequencies come in steps, for each position of the grid.
  func frequencies() -> [Int] {
    let places = BlockTransform.side * BlockTransform.side
    let corners = pairs.indices.map { self.corners(ofPair: $0) }
    let unit = unit
    return (0..<places).map { place in
      let (column, row) = (place % BlockTransform.side, place / BlockTransform.side)
      return frequencies(corners, movedBy: row * shape.width + column, unit: unit)
    }
  }

  /// For StepCounts: 1, or more if the differences are so large that steps may be beyond its reach.
  private var unit: Float {
    guard let pair = pairs.first else { return 1 }
    var (squares, count) = (0.0, 0.0)
    pair.first.withSamples { first in
      pair.second.withSamples { second in
        for index in stride(from: 0, to: first.count, by: 1 + first.count >> 16) {
          let difference = Double(second[index]) - Double(first[index])
          squares += difference * difference
          count += 1
        }
      }
    }
    return max(1, Float((squares / count).squareRoot() / BlockTransform.reach))
  }

  private func frequencies(_ corners: [[Int]], movedBy offset: Int, unit: Float) -> Int {
    var counts = StepCounts(unit: unit)
    for (pair, corners) in zip(pairs, corners) {
      let blocks = pair.first.withSamples { first in
        pair.second.withSamples { second in
          corners.map { transform.apply(first, second, at: $0 + offset, width: shape.width) }
        }
      }
      counts.add(blocks)
    }
    return counts.frequencies
  }

  /// Where blocks begin, with room to move by up to 7 both ways, so none in frames less than 15
  /// wide or high: one per stretch of the frame, not at the same place in all.
  private func corners(ofPair number: Int) -> [Int] {
    let side = BlockTransform.side
    let (across, down) = ((shape.width - side + 1) / side, (shape.height - side + 1) / side)
    let total = across * down
    let count = min(total, max(1, BlockTransform.most.blocks / pairs.count))
    return (0..<count).map { place in
      let scattered = (UInt64(place + number * count) &* 0x9e37_79b9_7f4a_7c15) >> 33
      let block = place * total / count + Int(scattered) % (total / count)
      return (block / across * shape.width + block % across) * side
    }
  }
}

/// The cosine transform of 8 by 8 samples (DCT-II; ITU-T T.81, A.3.3), without its lowest row:
/// S(v, u) = ¼ C(u) C(v) Σ s(y, x) cos((2x + 1)uπ/16) cos((2y + 1)vπ/16), C(0) = 1/√2, else 1.
struct CosineTransform {
  /// v from 1 to 7, each with all u.
  typealias Block = InlineArray<7, SIMD8<Float>>

  /// For each x, ½ C(u) cos((2x + 1)uπ/16) for all u.
  private let cosines: [SIMD8<Float>]

  init() {
    cosines = (0..<8).map { x in
      var row = SIMD8<Float>()
      for u in 0..<8 {
        let scale = u == 0 ? 0.125.squareRoot() : 0.5
        row[u] = Float(scale * cos(Double((2 * x + 1) * u) * Double.pi / 16))
      }
      return row
    }
  }

  /// Transforms the second minus the first.
  func apply(_ first: Span<UInt16>, _ second: Span<UInt16>, at corner: Int, width: Int) -> Block {
    var sums = Block(repeating: SIMD8())
    for y in 0..<8 {
      var row = SIMD8<Float>()
      for x in 0..<8 {
        let place = corner + y * width + x
        row[x] = Float(Int32(second[place]) - Int32(first[place]))
      }
      for v in 1..<8 { sums[v - 1] += row * cosines[y][v] }
    }
    var block = Block(repeating: SIMD8())
    for v in sums.indices {
      for x in 0..<8 { block[v] += cosines[x] * sums[v][x] }
    }
    return block
  }
}

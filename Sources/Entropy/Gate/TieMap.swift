/// A map of where two frames tie, one bit per sample, each row in words of its own.
struct TieMap {
  private let shape: FrameShape
  private let words: Int
  private var bits: [UInt64]
  /// The right half, mirrored into the place of the left half.
  private var mirrored: [UInt64]
  /// The share of samples that tie.
  private(set) var share = 0.0

  /// A tie is a difference within `reach` of the shift of its row.
  init(_ first: Frame, _ second: Frame, shifts: [Int], reach: Int) {
    shape = first.shape
    // One more than needed, so that a shift to the left finds no other row.
    words = (shape.width + 63) / 64 + 1
    bits = [UInt64](repeating: 0, count: words * shape.height)
    mirrored = bits
    first.withSamples { first in
      second.withSamples { second in
        for row in 0..<shape.height {
          for start in stride(from: 0, to: shape.width, by: 64) {
            var word: UInt64 = 0
            for column in start..<min(start + 64, shape.width) {
              let place = row * shape.width + column
              let difference = Int(second[place]) - Int(first[place]) - shifts[row]
              // No branch: which samples tie cannot be foretold.
              word |= (difference.magnitude <= reach ? 1 : 0) << UInt64(column - start)
            }
            bits[row * words + start / 64] = word
          }
          mirror(row)
        }
      }
    }
    share = Double(bits.reduce(0) { $0 + $1.nonzeroBitCount }) / Double(shape.count)
  }

  private mutating func mirror(_ row: Int) {
    let half = shape.width / 2
    for column in shape.width - half..<shape.width {
      let bit = bits[row * words + column / 64] >> UInt64(column % 64) & 1
      let other = shape.width - 1 - column
      mirrored[row * words + other / 64] |= bit << UInt64(other % 64)
    }
  }

  /// How often a place ties here, and the related one in `other`, a map of the same shape.
  func coincidences(_ relation: TieRelation, with other: TieMap) -> Int {
    switch relation {
    case .across(let distance): moved(distance, down: 0, other)
    case .down(let distance): moved(0, down: distance, other)
    case .diagonal(let distance, isLeft: false): moved(distance, down: distance, other)
    case .diagonal(let distance, isLeft: true): moved(distance, down: -distance, other)
    case .mirrored(let isAcross, let isDown): mirrored(isAcross, isDown, other)
    }
  }

  /// Counts ties with those `across` samples to the right and `down` rows below, or above.
  private func moved(_ across: Int, down: Int, _ map: TieMap) -> Int {
    guard across < shape.width, abs(down) < shape.height else { return 0 }
    let lag = UInt64(across)
    var count = 0
    let rows = max(0, -down) * words..<(shape.height - max(0, down)) * words
    for word in rows where bits[word] != 0 {
      let other = word + down * words
      var found = map.bits[other] >> lag
      // There is no word after the last.
      if across > 0, other + 1 < bits.count { found |= map.bits[other + 1] << (64 - lag) }
      count += (bits[word] & found).nonzeroBitCount
    }
    return count
  }

  /// Counts each pair of places once, none with itself.
  private func mirrored(_ isAcross: Bool, _ isDown: Bool, _ map: TieMap) -> Int {
    let other = isAcross ? map.mirrored : map.bits
    let rows = isAcross ? shape.height : shape.height / 2
    var count = 0
    for row in 0..<rows {
      let start = (isDown ? shape.height - 1 - row : row) * words
      for word in 0..<words {
        count += (bits[row * words + word] & other[start + word]).nonzeroBitCount
      }
    }
    return count
  }
}

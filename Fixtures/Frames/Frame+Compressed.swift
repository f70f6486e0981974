package import Entropy
internal import Glibc

extension Frame {
  /// What a decoder makes of this frame, had it been JPEG of 8 bits in between: the cosine transform
  /// of each 8 by 8 samples rounded to multiples of the table's steps (ITU-T T.81, A.3.3 and A.3.4),
  /// and back to whole samples. `crop` columns and rows are missing of the first blocks.
  package func compressed(quality: Int, crop: (columns: Int, rows: Int) = (0, 0)) -> Frame {
    coded(QuantizationTable(quality: quality), crop)
  }

  /// The same for a frame of video, of blocks of `side` by `side` samples with one step.
  package func coded(side: Int, step: Double, crop: (columns: Int, rows: Int) = (0, 0)) -> Frame {
    coded(QuantizationTable(side: side, step: step), crop)
  }

  private func coded(_ table: QuantizationTable, _ crop: (columns: Int, rows: Int)) -> Frame {
    let side = table.side
    let (width, height) = (shape.width - crop.columns, shape.height - crop.rows)
    let copy = Frame(FrameShape(width: width, height: height, bits: 8))
    let samples = withSamples { samples in samples.indices.map { Double(min(255, samples[$0])) } }
    for row in stride(from: 0, through: shape.height - side, by: side) {
      for column in stride(from: 0, through: shape.width - side, by: side) {
        let block = (0..<side * side).map {
          samples[(row + $0 / side) * shape.width + column + $0 % side] - 128
        }
        let decoded = table.decoded(block)
        copy.withMutableSamples { copied in
          for place in decoded.indices {
            let (y, x) = (row + place / side - crop.rows, column + place % side - crop.columns)
            guard y >= 0, x >= 0 else { continue }
            copied[y * width + x] = UInt16(max(0, min(255, (decoded[place] + 128).rounded())))
          }
        }
      }
    }
    return copy
  }
}

/// By how much each frequency of a block is divided.
private struct QuantizationTable {
  /// For luminance, row by row (T.81, table K.1).
  private static let luminance: [Double] = [
    16, 11, 10, 16, 24, 40, 51, 61,
    12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,
    24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ]

  let side: Int
  private let steps: [Double]
  /// At u · n + x: √(2/n) C(u) cos((2x + 1)uπ/2n), C(0) = 1/√2, else 1.
  private let cosines: [Double]

  init(side: Int, step: Double) { self.init(side, [Double](repeating: step, count: side * side)) }

  private init(_ side: Int, _ steps: [Double]) {
    self.side = side
    self.steps = steps
    cosines = (0..<side * side).map { place in
      let (u, x) = (place / side, place % side)
      let scale = ((u == 0 ? 1 : 2) / Double(side)).squareRoot()
      return scale * cos(Double((2 * x + 1) * u) * .pi / Double(2 * side))
    }
  }

  /// Scaled as the Independent JPEG Group's library does: 50 is the table itself, 100 steps of 1.
  init(quality: Int) {
    let percent = Double(quality < 50 ? 5000 / quality : 200 - 2 * quality)
    self.init(
      8,
      QuantizationTable.luminance.map { step in
        max(1, min(255, ((step * percent + 50) / 100).rounded(.down)))
      })
  }

  func decoded(_ block: [Double]) -> [Double] {
    let sizes = transformed(block, isBack: false)
    let rounded = zip(sizes, steps).map { size, step in (size / step).rounded() * step }
    return transformed(rounded, isBack: true)
  }

  /// Rows and columns change places each time, so that twice is both ways.
  private func transformed(_ block: [Double], isBack: Bool) -> [Double] {
    var result = block
    for _ in 0..<2 {
      let before = result
      for place in result.indices {
        var sum = 0.0
        for other in 0..<side {
          let cosine = cosines[
            isBack ? other * side + place / side : place / side * side + other]
          sum += cosine * before[place % side * side + other]
        }
        result[place] = sum
      }
    }
    return result
  }
}

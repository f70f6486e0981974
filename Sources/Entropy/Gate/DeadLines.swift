/// Rows and columns that never change: borders, dead lines, data that a camera adds. They hold no
/// noise, so they are neither judged nor extracted.
package struct DeadLines: Sendable, Equatable {
  /// Those that are left.
  let rows: [Int]
  let columns: [Int]
  /// Of the frames as they came.
  package let shape: FrameShape

  /// How many are left out.
  package var rowCount: Int { shape.height - rows.count }
  package var columnCount: Int { shape.width - columns.count }

  /// Looks for lines of which all pixels, or of the rest more than half, have one value in all
  /// frames. If less than half of a frame is left, nothing is left out: other checks say why.
  init(_ frames: [Frame]) {
    let shape = frames[0].shape
    self.shape = shape
    let isDead = DeadLines.unchanged(frames)
    var (rows, columns) = (Array(0..<shape.height), Array(0..<shape.width))
    for (part, of) in [(1, 1), (1, 2)] {
      // More than the part, or all.
      func isLeft(_ dead: Int, _ all: Int) -> Bool { dead * of <= all * part && dead < all }
      let width = columns.count
      rows = rows.filter { row in
        isLeft(columns.count { isDead[row * shape.width + $0] }, width)
      }
      columns = columns.filter { column in
        isLeft(rows.count { isDead[$0 * shape.width + column] }, rows.count)
      }
    }
    let isEnough = 2 * rows.count * columns.count >= shape.count
    self.rows = isEnough ? rows : Array(0..<shape.height)
    self.columns = isEnough ? columns : Array(0..<shape.width)
  }

  /// Which pixels have one value in all frames.
  static func unchanged(_ frames: [Frame]) -> [Bool] {
    var isDead = [Bool](repeating: true, count: frames[0].shape.count)
    frames[0].withSamples { first in
      for frame in frames.dropFirst() {
        frame.withSamples { samples in
          for index in samples.indices where samples[index] != first[index] {
            isDead[index] = false
          }
        }
      }
    }
    return isDead
  }

  /// What is left of a frame.
  func removed(from frame: Frame) -> Frame {
    if rowCount == 0, columnCount == 0 { return frame }
    let shape = FrameShape(width: columns.count, height: rows.count, bits: frame.shape.bits)
    let kept = Frame(shape)
    frame.withSamples { samples in
      kept.withMutableSamples { kept in
        var place = 0
        for row in rows {
          for column in columns {
            kept[place] = samples[row * frame.shape.width + column]
            place += 1
          }
        }
      }
    }
    return kept
  }
}

internal import Glibc

/// The guess that a pixel has the value it had most often in the other frames: it knows the fixed
/// pattern, which the estimators in raster order do not.
enum OwnValue {
  /// Bits per sample, from at most `sampleCount` samples of at most 16 frames.
  static func estimate(_ frames: [Frame], sampleCount: Int) -> Double {
    let used = frames.prefix(16)
    guard let shape = frames.first?.shape else { return 0 }
    let pixels = min(shape.count, max(1, sampleCount / used.count))
    // Spread over the frame, so that no corner speaks for all.
    let stride = shape.count / pixels
    var (hits, total) = (0, 0)
    var values = [UInt16](repeating: 0, count: used.count)
    for pixel in 0..<pixels {
      for (place, frame) in used.enumerated() {
        values[place] = frame.withSamples { $0[pixel * stride] }
      }
      for left in values.indices {
        total += 1
        if guess(values, without: left) == values[left] { hits += 1 }
      }
    }
    return -log2(FramePair.upperLimit(Double(hits) / Double(total), count: total))
  }

  private static func guess(_ values: [UInt16], without left: Int) -> UInt16 {
    var (best, most) = (UInt16(0), 0)
    for place in values.indices where place != left {
      var count = 0
      for other in values.indices where other != left && values[other] == values[place] {
        count += 1
      }
      if count > most { (best, most) = (values[place], count) }
    }
    return best
  }
}

internal import Pad

/// The orders in which the estimators see samples, one byte each: the low one of wider samples,
/// which holds at most as much entropy as the sample.
///
/// The estimates for bits depend on how a number is written in bits, so it is written in one way:
/// counted from the median of all samples, with 128 for the median itself. The black level of a
/// sensor does not change it. A difference is counted from 0, with 128 for none.
enum SampleView: String, CaseIterable, Sendable {
  case raster = "in raster order"
  case time = "in time order per pixel"
  case differences = "of frame differences"

  /// `count` samples, or as many as there are; `median` is that of all.
  func samples(of frames: [Frame], count: Int, median: Int) -> SecretBytes {
    let size = frames.first?.shape.count ?? 0
    let offset = 128 &- UInt16(truncatingIfNeeded: median)
    switch self {
    case .raster:
      return SampleView.fill(min(count, size * frames.count)) { bytes in
        SampleView.inOrder(frames, &bytes) { UInt8(truncatingIfNeeded: $0 &+ offset) }
      }
    case .time:
      return SampleView.fill(min(count, size * frames.count)) { bytes in
        SampleView.byPixel(frames, &bytes) { UInt8(truncatingIfNeeded: $0 &+ offset) }
      }
    case .differences:
      return SampleView.fill(min(count, size * (frames.count - 1))) { bytes in
        SampleView.pairwise(frames, &bytes) { UInt8(truncatingIfNeeded: $1 &- $0 &+ 128) }
      }
    }
  }

  private static func fill(_ count: Int, _ body: (inout MutableSpan<UInt8>) -> Void) -> SecretBytes
  {
    var bytes = SecretBytes(count: count)
    bytes.withMutableBytes { body(&$0) }
    return bytes
  }

  private static func inOrder(
    _ frames: [Frame], _ bytes: inout MutableSpan<UInt8>, _ part: (UInt16) -> UInt8
  ) {
    var place = 0
    for frame in frames {
      let count = min(frame.shape.count, bytes.count - place)
      frame.withSamples { samples in
        for index in 0..<count { bytes[place + index] = part(samples[index]) }
      }
      place += count
    }
  }

  private static func byPixel(
    _ frames: [Frame], _ bytes: inout MutableSpan<UInt8>, _ part: (UInt16) -> UInt8
  ) {
    for (number, frame) in frames.enumerated() {
      frame.withSamples { samples in
        var (place, pixel) = (number, 0)
        while place < bytes.count {
          bytes[place] = part(samples[pixel])
          place += frames.count
          pixel += 1
        }
      }
    }
  }

  /// Combines each sample with the one at the same place in the next frame.
  private static func pairwise(
    _ frames: [Frame], _ bytes: inout MutableSpan<UInt8>, _ combine: (UInt16, UInt16) -> UInt8
  ) {
    var place = 0
    for (first, second) in zip(frames, frames.dropFirst()) {
      let count = min(first.shape.count, bytes.count - place)
      first.withSamples { first in
        second.withSamples { second in
          for index in 0..<count { bytes[place + index] = combine(first[index], second[index]) }
        }
      }
      place += count
    }
  }
}

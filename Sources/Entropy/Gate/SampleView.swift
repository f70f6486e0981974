internal import Pad

/// The orders in which the estimators see samples, one byte each: the low one of wider samples,
/// which holds at most as much entropy as the sample.
///
/// The estimates for bits depend on how a number is written in bits, so only the differences of two
/// frames are also seen as bits: counted from the median of their row, with 128 for the median
/// itself. Neither the black level nor light changes them.
enum SampleView: String, CaseIterable, Sendable {
  case raster = "in raster order"
  case time = "in time order per pixel"
  case differences = "of frame differences"

  var hasBits: Bool { self == .differences }

  /// `count` samples, or as many as there are; `pairs` are of consecutive frames.
  func samples(of frames: [Frame], _ pairs: [FramePair], count: Int) -> SecretBytes {
    let size = frames.first?.shape.count ?? 0
    switch self {
    case .raster:
      return SampleView.fill(min(count, size * frames.count)) { SampleView.inOrder(frames, &$0) }
    case .time:
      // Dead pixels would be long runs: the share of the others counts instead.
      let isDead = DeadLines.unchanged(frames)
      let pixels = isDead.indices.filter { !isDead[$0] }
      return SampleView.fill(min(count, pixels.count * frames.count)) { bytes in
        SampleView.byPixel(frames, pixels, &bytes)
      }
    case .differences:
      return SampleView.fill(min(count, size * pairs.count)) { bytes in
        SampleView.pairwise(frames, pairs, &bytes)
      }
    }
  }

  private static func fill(_ count: Int, _ body: (inout MutableSpan<UInt8>) -> Void) -> SecretBytes
  {
    var bytes = SecretBytes(count: count)
    bytes.withMutableBytes { body(&$0) }
    return bytes
  }

  private static func inOrder(_ frames: [Frame], _ bytes: inout MutableSpan<UInt8>) {
    var place = 0
    for frame in frames {
      let count = min(frame.shape.count, bytes.count - place)
      frame.withSamples { samples in
        for index in 0..<count {
          bytes[place + index] = UInt8(truncatingIfNeeded: samples[index])
        }
      }
      place += count
    }
  }

  private static func byPixel(
    _ frames: [Frame], _ pixels: [Int], _ bytes: inout MutableSpan<UInt8>
  ) {
    for (number, frame) in frames.enumerated() {
      frame.withSamples { samples in
        var (place, pixel) = (number, 0)
        while place < bytes.count {
          bytes[place] = UInt8(truncatingIfNeeded: samples[pixels[pixel]])
          place += frames.count
          pixel += 1
        }
      }
    }
  }

  private static func pairwise(
    _ frames: [Frame], _ pairs: [FramePair], _ bytes: inout MutableSpan<UInt8>
  ) {
    var place = 0
    for (number, pair) in pairs.enumerated() {
      let (first, second) = (frames[number], frames[number + 1])
      let count = min(first.shape.count, bytes.count - place)
      first.withSamples { first in
        second.withSamples { second in
          for index in 0..<count {
            let shift = pair.shifts[index / frames[0].shape.width]
            let difference = Int(second[index]) - Int(first[index]) - shift
            bytes[place + index] = UInt8(truncatingIfNeeded: difference + 128)
          }
        }
      }
      place += count
    }
  }
}

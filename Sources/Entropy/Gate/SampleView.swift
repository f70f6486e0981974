internal import Pad

/// The orders in which the estimators see samples. They take a byte each: of wider samples the low
/// one, which holds at most as much entropy as the sample.
enum SampleView: String, CaseIterable, Sendable {
  case raster = "in raster order"
  case time = "in time order per pixel"
  case differences = "of frame differences"
  case lowBits = "of the two low bits"

  /// `count` samples, or as many as there are.
  func samples(of frames: [Frame], count: Int) -> SecretBytes {
    let size = frames.first?.shape.count ?? 0
    switch self {
    case .raster:
      return SampleView.fill(min(count, size * frames.count)) { bytes in
        SampleView.inOrder(frames, &bytes) { UInt8(truncatingIfNeeded: $0) }
      }
    case .lowBits:
      return SampleView.fill(min(count, size * frames.count)) { bytes in
        SampleView.inOrder(frames, &bytes) { UInt8($0 & 3) }
      }
    case .time:
      return SampleView.fill(min(count, size * frames.count)) { bytes in
        SampleView.byPixel(frames, &bytes)
      }
    case .differences:
      return SampleView.fill(min(count, size * (frames.count - 1))) { bytes in
        SampleView.differences(frames, &bytes)
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

  private static func byPixel(_ frames: [Frame], _ bytes: inout MutableSpan<UInt8>) {
    for (number, frame) in frames.enumerated() {
      frame.withSamples { samples in
        var (place, pixel) = (number, 0)
        while place < bytes.count {
          bytes[place] = UInt8(truncatingIfNeeded: samples[pixel])
          place += frames.count
          pixel += 1
        }
      }
    }
  }

  /// With 128 for no difference, as converters write signed values: in two's complement all bits of
  /// a small difference are its sign.
  private static func differences(_ frames: [Frame], _ bytes: inout MutableSpan<UInt8>) {
    var place = 0
    for (first, second) in zip(frames, frames.dropFirst()) {
      let count = min(first.shape.count, bytes.count - place)
      first.withSamples { first in
        second.withSamples { second in
          for index in 0..<count {
            bytes[place + index] = UInt8(truncatingIfNeeded: second[index] &- first[index] &+ 128)
          }
        }
      }
      place += count
    }
  }
}

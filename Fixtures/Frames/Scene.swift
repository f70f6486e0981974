package import Entropy
internal import TestSupport

/// What a sensor might record: made from a seed, so that a run can be repeated.
package enum Scene: String, CaseIterable, Sendable {
  case white = "white noise"
  case pattern = "a fixed pattern under white noise"
  case drift = "an offset that drifts from frame to frame"
  case ramp = "a ramp that all frames share"
  case rowNoise = "row noise"
  case stillPattern = "a fixed pattern without noise"
  case clipped = "noise that is clipped at black"
  case shifted = "samples shifted to the left"
  case copiedBits = "low bits that are copied five pixels on"
  case repeated = "frames that come again"
  case stuck = "a stuck sensor"
  case quiet = "hardly any noise"
  case glow = "noise that grows to four times as much from left to right"
  case hotPixels = "one sample in a thousand that is always bright, and noisier"
  case blinking = "one sample in 200 that is brighter by the same amount"
  case mosaic = "colours of different gain"
  case flicker = "colours of different gain, under an offset that drifts"

  package static let shape = FrameShape(width: 96, height: 64, bits: 12)

  /// Frames with noise of the given standard deviation.
  package func frames(_ count: Int, sigma: Double = 3, seed: UInt64) -> [Frame] {
    let random = Seeded(seed: seed)
    var bell = Bell(random)
    let still = (0..<Scene.shape.count).map { _ in Double(random.number(in: 0...40)) }
    var made: [Frame] = []
    for number in 0..<count {
      if self == .repeated, number == 2 {
        made.append(made[0])
        continue
      }
      made.append(frame(number, sigma, still, &bell))
    }
    return made
  }

  private func frame(
    _ number: Int, _ sigma: Double, _ still: [Double], _ bell: inout Bell
  ) -> Frame {
    // Far enough from 0 for any noise; more than 12 bits hold takes 16.
    let black = max(100, 8 * sigma)
    let bits = black < 1000 ? Scene.shape.bits : 16
    let frame = Frame(FrameShape(width: Scene.shape.width, height: Scene.shape.height, bits: bits))
    let width = Scene.shape.width
    var row = 0.0
    var values = [Int](repeating: 0, count: Scene.shape.count)
    for index in values.indices {
      let (x, y) = (index % width, index / width)
      if x == 0 { row = bell.next() * sigma * 2 }
      let noise = bell.next() * sigma
      let gain = [1, 1.7, 1.7, 0.8][y % 2 * 2 + x % 2]
      let level: Double =
        switch self {
        case .white, .copiedBits, .repeated: black + noise
        case .shifted: (20 + noise).rounded() * 16
        case .pattern: 100 + still[index] + noise
        case .drift: 100 + Double(number * 7) + noise
        case .ramp: 100 + Double(x + y) + noise
        case .rowNoise: 100 + row + noise
        case .stillPattern: 100 + still[index]
        case .clipped: noise
        case .stuck: 100
        case .quiet: 100 + bell.next() * 0.2
        case .glow: black + noise * (1 + 3 * Double(x) / Double(width))
        case .hotPixels:
          index % 997 == 0 ? 200 + 10 * still[index] + bell.next() * 40 : 100 + noise
        case .blinking: 100 + noise + (bell.next() > 2.58 ? 150 : 0)
        case .mosaic: (100 + noise) * gain
        case .flicker: (100 + Double(number * number % 7 * 10)) * gain + noise
        }
      values[index] = max(0, Int(level.rounded()))
      if self == .copiedBits, x >= 5 {
        values[index] = values[index] & ~3 | values[index - 5] & 3
      }
    }
    frame.withMutableSamples { samples in
      for index in samples.indices { samples[index] = UInt16(values[index]) }
    }
    return frame
  }
}

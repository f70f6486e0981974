package import Entropy
internal import Glibc
internal import TestSupport

/// Frames of one sensor, as it is, with common defects, or forged: for the table in
/// vernam-randomness(7).
package enum Capture: String, CaseIterable, Sendable {
  case plain = "as it is"
  case darker = "black level 3 higher"
  case brighter = "black level 35 higher"
  case deadColumn = "a dead column"
  case deadRows = "two dead rows"
  case border = "a constant border of 8"
  case metadata = "two rows of metadata"
  case deadPixels = "a dead pixel in 200"
  case hotPixels = "a hot pixel in 1000"
  case clipped = "9 % clipped at black"
  case shading = "lens shading to 40 %"
  case glow = "amplifier glow"
  case mains = "flicker of 50 Hz"
  case rowNoise = "row noise"
  case texture = "a strong fixed pattern"

  case quiet = "hardly any noise"
  case lamp = "fields under a lamp"
  case twoLamps = "under two lamps"
  case sixLamps = "under six lamps"
  case fixed = "one field, and gain"
  case jpeg75 = "JPEG, quality 75"
  case jpeg95 = "JPEG, quality 95"
  case dithered = "JPEG, then dithered"
  case video4 = "video, blocks of 4"
  case video8 = "video, blocks of 8"
  case video16 = "video, blocks of 16"
  case video32 = "video, blocks of 32"
  case copiedBits = "low bits copied 5 on"
  case summedBits = "low bits summed from two"
  case mirror = "mirrored halves"
  case moved = "a picture that moves"
  case loop = "a loop, a third of it new"
  case twice = "a frame twice, in flicker"
  case shifted = "shifted by 4 bits"
  case periods = "periods of 41 and more"
  case chain = "each from the last frame"
  case steps = "steps in periods of 41"
  case cipher = "noise of a known key"

  package static let shape = FrameShape(width: 320, height: 240, bits: 12)
  private static let black = 64.0
  private static let sigma = 3.0

  /// What an honest sensor records; the others are forged.
  package var isHonest: Bool { !Capture.allCases.drop { $0 != .quiet }.contains(self) }

  package func frames(_ count: Int) -> [Frame] {
    let random = Seeded(seed: 2029)
    var bell = Bell(random)
    let fields = (0..<6).map { _ in
      (0..<Capture.shape.count).map { _ in max(0, 200 + 60 * bell.next()) }
    }
    let data = (0..<2 * Capture.shape.width).map { _ in UInt16(random.number(in: 0...255)) }
    var made: [Frame] = []
    for number in 0..<count {
      let phase = 2 * Double.pi * Double(random.number(in: 0...999)) / 1000
      let gains = fields.map { _ in 1 + Double(random.number(in: -200...200)) / 1000 }
      let frame = Frame(Capture.shape)
      frame.withMutableSamples { samples in
        var row = 0.0
        for index in samples.indices {
          let (x, y) = (index % Capture.shape.width, index / Capture.shape.width)
          if x == 0 { row = bell.next() }
          let level = level(x, y, bell.next(), row, fields.map { $0[index] }, gains, phase)
          samples[index] = UInt16(max(0, level.rounded()))
        }
        spoil(&samples, number, data, random)
      }
      made.append(changed(frame, number, made, isLast: number == count - 1))
    }
    return made
  }

  /// A sample before it is rounded; `noise` and `row` have a standard deviation of 1.
  private func level(
    _ x: Int, _ y: Int, _ noise: Double, _ row: Double, _ fields: [Double], _ gains: [Double],
    _ phase: Double
  ) -> Double {
    let sigma = Capture.sigma
    // The fixed pattern of a sensor.
    let dark = Capture.black + (fields[5] - 200) / 40
    let plain = dark + sigma * noise
    func lamps(_ count: Int) -> Double {
      (0..<count).reduce(0) { $0 + fields[$1] * gains[$1] }
    }
    switch self {
    case .darker: return plain + 3
    case .brighter: return plain + 35
    case .clipped: return 4.52 + sigma * noise
    case .shading:
      let (across, down) = (2 * Double(x) / 320 - 1, 2 * Double(y) / 240 - 1)
      let light = 1 - 0.6 * (across * across + down * down) / 2
      return dark + 400 * light + sigma * light.squareRoot() * noise
    case .glow:
      let glow = 200 * exp(-Double(x + y) / 40)
      return dark + glow + (sigma * sigma + glow).squareRoot() * noise
    case .mains: return plain + 6 * sin(2 * .pi * Double(y) / 90 + phase)
    case .rowNoise: return plain + 2 * row
    case .texture: return plain + 2 * fields[1]
    case .quiet: return fields[1] / 5 + 0.25 * noise
    case .twice: return plain + 36 + 10 * row
    case .hotPixels: return (x * 7919 + y * 104_729) % 997 == 0 ? plain + 1000 : plain
    case .deadPixels: return (x * 7919 + y * 104_729) % 199 == 0 ? 0 : plain
    case .lamp: return lamps(1)
    case .twoLamps: return lamps(2)
    case .sixLamps: return lamps(6)
    case .fixed: return fields[0] * gains[0] * 8
    case .jpeg75, .jpeg95, .dithered, .video4, .video8, .video16, .video32:
      return 128 + 4 * sigma * noise
    case .chain: return 64 + 60 * (fields[0] * 137).truncatingRemainder(dividingBy: 1)
    case .moved, .loop: return 100 + 4 * sigma * noise
    default: return plain
    }
  }

  /// What the converter or the firmware does to a frame.
  private func spoil(
    _ samples: inout MutableSpan<UInt16>, _ number: Int, _ data: [UInt16], _ random: Seeded
  ) {
    let (width, height) = (Capture.shape.width, Capture.shape.height)
    for index in samples.indices {
      let (x, y) = (index % width, index / width)
      switch self {
      case .deadColumn where x == 100: samples[index] = 0
      case .deadRows where [50, 51].contains(y): samples[index] = 4095
      case .border where min(x, y, width - 1 - x, height - 1 - y) < 8: samples[index] = 16
      case .metadata where y < 2:
        // A counter, a checksum and some statistics change.
        let isNew = y == 0 && x == 8 || y == 1 && (40..<60).contains(x)
        samples[index] = isNew ? UInt16(random.number(in: 0...255)) : data[index]
      case .copiedBits where x >= 5: samples[index] = samples[index] & ~3 | samples[index - 5] & 3
      case .summedBits where x >= 7:
        samples[index] = samples[index] & ~1 | (samples[index - 3] ^ samples[index - 7]) & 1
      case .shifted: samples[index] *= 16
      case .periods, .steps:
        let period = self == .steps ? 41 : 41 + 2 * number
        let isNew = index < period || random.number(in: 0...9) == 0
        if !isNew { samples[index] = samples[index - period] }
      case .mirror where x >= width / 2: samples[index] = samples[y * width + width - 1 - x]
      default: break
      }
    }
  }

  private func changed(_ frame: Frame, _ number: Int, _ earlier: [Frame], isLast: Bool) -> Frame {
    switch self {
    case .jpeg75: return frame.compressed(quality: 75)
    case .jpeg95: return frame.compressed(quality: 95)
    case .dithered:
      var bell = Bell(Seeded(seed: UInt64(number)))
      return frame.compressed(quality: 85).changed { samples in
        for index in samples.indices {
          samples[index] = UInt16(max(0, (Double(samples[index]) + 1.6 * bell.next()).rounded()))
        }
      }
    case .video4: return frame.coded(side: 4, step: 14).moved(number)
    case .video8: return frame.coded(side: 8, step: 14).moved(number)
    case .video16: return frame.coded(side: 16, step: 14).moved(number)
    case .video32: return frame.coded(side: 32, step: 14).moved(number)
    case .moved where number > 0:
      return earlier[0].moved(61 * number * number).changed { samples in
        // Brighter and brighter.
        for index in samples.indices { samples[index] += UInt16(number) }
      }
    case .twice where isLast:
      return earlier[number - 1].changed { samples in
        frame.withSamples { frame in
          for index in samples.indices {
            let row = frame[index / Capture.shape.width * Capture.shape.width] % 32
            samples[index] += row + (frame[index] % 8 == 0 ? 1 : 0)
          }
        }
      }
    case .steps:
      let random = Seeded(seed: 41)
      return frame.changed { samples in
        for index in samples.indices {
          let last =
            number == 0
            ? 1000 + UInt16(random.number(in: 0...255))
            : earlier[number - 1].withSamples { $0[index] }
          samples[index] = last + samples[index] - 64
        }
      }
    case .chain where number > 0:
      return earlier[number - 1].changed { samples in
        for index in samples.indices {
          samples[index] = 64 + (samples[index] - 64) * 17 % 61
        }
      }
    case .loop where number >= 4:
      return earlier[number - 4].changed { samples in
        for index in samples.indices where index % 3 == 0 {
          samples[index] = frame.withSamples { $0[index] }
        }
      }
    default: return frame
    }
  }
}

extension Frame {
  /// A copy, moved by so many rows and columns; what leaves it on one side comes in on the other.
  fileprivate func moved(_ places: Int) -> Frame {
    withSamples { samples in
      changed { copy in
        for index in copy.indices {
          copy[index] = samples[(index + places * (shape.width + 1)) % samples.count]
        }
      }
    }
  }
}

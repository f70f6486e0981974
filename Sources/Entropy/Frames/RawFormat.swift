/// The layout of a raw frame in a file: the formats of V4L2 for sensors with one channel or a Bayer
/// pattern. The colours do not matter here.
package struct RawFormat: Equatable, Sendable {
  enum Packing: Equatable, Sendable {
    case bytes
    /// Two bytes, the low one first.
    case words
    /// Four samples in five bytes, the low bits of all four in the last.
    case fives
    /// Two samples in three bytes, likewise.
    case threes
  }

  package let name: String
  package let bits: Int
  let packing: Packing

  /// Nil for an unknown name.
  package init?(_ name: String) {
    let depth: Substring
    if name == "GREY" {
      depth = "8"
    } else if name.hasPrefix("Y") {
      depth = name.dropFirst()
      if depth == "8" || depth == "16P" { return nil }
    } else {
      guard ["SBGGR", "SGBRG", "SGRBG", "SRGGB"].contains(String(name.prefix(5))) else {
        return nil
      }
      depth = name.dropFirst(5)
    }
    switch depth {
    case "8": (bits, packing) = (8, .bytes)
    case "10": (bits, packing) = (10, .words)
    case "12": (bits, packing) = (12, .words)
    case "14": (bits, packing) = (14, .words)
    case "16": (bits, packing) = (16, .words)
    case "10P": (bits, packing) = (10, .fives)
    case "12P": (bits, packing) = (12, .threes)
    default: return nil
    }
    self.name = name
  }

  /// The same by the four letters of V4L2 (linux/videodev2.h), the first lowest; nil if it is not a
  /// raw format.
  package init?(pixelFormat: UInt32) {
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: pixelFormat >> UInt32(8 * $0)) }
    let code = String(decoding: letters, as: UTF8.self)
    guard let name = RawFormat.names[code] else { return nil }
    self.init(name)
  }

  /// What V4L2 calls the formats.
  static let names: [String: String] = {
    var names = ["GREY": "GREY", "Y10P": "Y10P", "Y12P": "Y12P"]
    for bits in ["10", "12", "14", "16"] { names["Y\(bits) "] = "Y\(bits)" }
    // For each pattern: 8, 10, 12, 14 and 16 bits, and the two letters that packed ones begin with.
    let codes = [
      "SBGGR": ["BA81", "BG10", "BG12", "BG14", "BYR2", "pB"],
      "SGBRG": ["GBRG", "GB10", "GB12", "GB14", "GB16", "pG"],
      "SGRBG": ["GRBG", "BA10", "BA12", "GR14", "GR16", "pg"],
      "SRGGB": ["RGGB", "RG10", "RG12", "RG14", "RG16", "pR"],
    ]
    for (pattern, codes) in codes {
      for (code, bits) in zip(codes, [8, 10, 12, 14, 16]) { names[code] = "\(pattern)\(bits)" }
      names["\(codes[5])AA"] = "\(pattern)10P"
      names["\(codes[5])CC"] = "\(pattern)12P"
    }
    return names
  }()

  /// Samples that fill whole bytes.
  package var group: Int {
    switch packing {
    case .bytes, .words: 1
    case .fives: 4
    case .threes: 2
    }
  }

  /// Bytes in a row if the width is a multiple of the group.
  package func rowBytes(_ width: Int) -> Int {
    switch packing {
    case .bytes: width
    case .words: width * 2
    case .fives: (width + 3) / 4 * 5
    case .threes: (width + 1) / 2 * 3
    }
  }

  /// Unpacks a row into row `number` of a frame; returns the OR of its samples.
  func unpack(_ row: Span<UInt8>, _ number: Int, into frame: Frame) -> UInt16 {
    let width = frame.shape.width
    return frame.withMutableSamples { samples in
      var all: UInt16 = 0
      for column in 0..<width {
        let sample = sample(row, column)
        all |= sample
        samples[number * width + column] = sample
      }
      return all
    }
  }

  /// The sample at `column` of a row.
  func sample(_ row: Span<UInt8>, _ column: Int) -> UInt16 {
    switch packing {
    case .bytes: return UInt16(row[column])
    case .words: return UInt16(row[2 * column]) | UInt16(row[2 * column + 1]) << 8
    case .fives:
      let (group, place) = (column / 4 * 5, column % 4)
      let low = row[group + 4] >> UInt8(2 * place) & 3
      return UInt16(row[group + place]) << 2 | UInt16(low)
    case .threes:
      let (group, place) = (column / 2 * 3, column % 2)
      let low = row[group + 2] >> UInt8(4 * place) & 15
      return UInt16(row[group + place]) << 4 | UInt16(low)
    }
  }
}

/// How a raw frame stands in a file: the formats of V4L2 for sensors of one channel or with a Bayer
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

  /// Nil for a name that is not known.
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
    case "10", "12", "14", "16": (bits, packing) = (Int(depth)!, .words)
    case "10P": (bits, packing) = (10, .fives)
    case "12P": (bits, packing) = (12, .threes)
    default: return nil
    }
    self.name = name
  }

  /// Samples that fill whole bytes.
  package var group: Int {
    switch packing {
    case .bytes, .words: 1
    case .fives: 4
    case .threes: 2
    }
  }

  /// Bytes of a row, where the width is a multiple of the group.
  package func rowBytes(_ width: Int) -> Int {
    switch packing {
    case .bytes: width
    case .words: width * 2
    case .fives: (width + 3) / 4 * 5
    case .threes: (width + 1) / 2 * 3
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

internal import Pad

/// Frames of a PGM file (P5, netpbm's pgm(5)), several in a row if there are.
final class PGMReader: FrameReader {
  private let input: InputBytes

  init(_ input: InputBytes) { self.input = input }

  var name: String { input.name }

  func next() throws(EntropyError) -> Frame? {
    guard let first = try input.next() else { return nil }
    let second = try input.next()
    if first == 0xff, second == 0xd8 { throw .isJPEG(name) }
    guard first == UInt8(ascii: "P"), second == UInt8(ascii: "5") else { throw .notFrames(name) }
    let (width, height, maximum) = try (number(), number(), number())
    guard let end = try input.next(), PGMReader.isSpace(end) else { throw .badHeader(name) }
    guard (1...65_535).contains(maximum), width > 0, height > 0 else { throw .badHeader(name) }
    guard width <= FrameShape.largest / height else { throw .tooLarge(name) }
    let bits = Int.bitWidth - maximum.leadingZeroBitCount
    let frame = Frame(FrameShape(width: width, height: height, bits: bits))
    for row in 0..<height { try read(row, of: frame, maximum) }
    return frame
  }

  /// A number of the header, behind blanks and comments.
  private func number() throws(EntropyError) -> Int {
    while let byte = try input.peek(), PGMReader.isSpace(byte) || byte == UInt8(ascii: "#") {
      _ = try input.next()
      guard byte == UInt8(ascii: "#") else { continue }
      while let letter = try input.next(), letter != UInt8(ascii: "\n") {}
    }
    var (value, digits) = (0, 0)
    while let byte = try input.peek(), (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      digits += 1
      guard digits <= 9 else { throw .badHeader(name) }
      _ = try input.next()
    }
    guard digits > 0 else { throw .badHeader(name) }
    return value
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private func read(_ row: Int, of frame: Frame, _ maximum: Int) throws(EntropyError) {
    let width = frame.shape.width
    let isWide = maximum > 255
    var bytes = SecretBytes(count: isWide ? width * 2 : width)
    let got = try bytes.withMutableBytes { (bytes) throws(EntropyError) in
      try input.read(into: &bytes)
    }
    guard got == bytes.count else { throw .shortFrame(name) }
    let greatest = bytes.withBytes { bytes in
      frame.withMutableSamples { samples in
        var greatest: UInt16 = 0
        for column in 0..<width {
          let sample =
            isWide
            ? UInt16(bytes[2 * column]) << 8 | UInt16(bytes[2 * column + 1]) : UInt16(bytes[column])
          greatest = max(greatest, sample)
          samples[row * width + column] = sample
        }
        return greatest
      }
    }
    if Int(greatest) > maximum { throw .sampleTooGreat(name, maximum: maximum) }
  }
}

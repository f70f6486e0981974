internal import Pad
internal import System

/// Frames of a PGM file (P5, netpbm's pgm(5)), several in a row if there are.
final class PGMReader: FrameReader {
  /// Samples read at once: memory is allocated for what came, not for what the header claims.
  private static let pieceSamples = 1 << 16

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
    let frame = Frame(empty: FrameShape(width: width, height: height, bits: bits))
    try read(frame, maximum)
    return frame
  }

  /// A number of the header, after blanks and comments.
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

  private func read(_ frame: Frame, _ maximum: Int) throws(EntropyError) {
    let size = maximum > 255 ? 2 : 1
    let count = frame.shape.count
    var piece = SecretBytes(count: min(count, PGMReader.pieceSamples) * size)
    for start in stride(from: 0, to: count, by: PGMReader.pieceSamples) {
      let end = min(count, start + PGMReader.pieceSamples)
      let got = try piece.withMutableBytes { (bytes) throws(EntropyError) in
        var part = bytes.part(0..<(end - start) * size)
        return try input.read(into: &part)
      }
      guard got == (end - start) * size else { throw .shortFrame(name) }
      frame.grow(to: end)
      let greatest = piece.withBytes { PGMReader.unpack($0, size, into: frame, start..<end) }
      if Int(greatest) > maximum { throw .sampleTooGreat(name, maximum: maximum) }
    }
  }

  /// Stores the samples in `range` of the frame; returns the greatest.
  private static func unpack(
    _ bytes: Span<UInt8>, _ size: Int, into frame: Frame, _ range: Range<Int>
  ) -> UInt16 {
    frame.withMutableSamples { samples in
      var greatest: UInt16 = 0
      var place = 0
      for index in range {
        let sample =
          size == 2 ? UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) : UInt16(bytes[place])
        greatest = max(greatest, sample)
        samples[index] = sample
        place += size
      }
      return greatest
    }
  }
}

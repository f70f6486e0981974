internal import Pad
internal import System

/// What a raw file does not say itself: `SRGGB10P,640x480` or `SRGGB10P,640x480,832`; the last
/// number is the bytes from one row to the next.
package struct RawLayout: Equatable, Sendable {
  package let format: RawFormat
  package let shape: FrameShape
  package let stride: Int
  /// The most unused bytes after a row.
  private static let mostPadding = 1 << 20

  package init(_ text: String) throws(EntropyError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { throw .badSpecification(text) }
    guard let format = RawFormat(String(parts[0])) else { throw .unknownFormat(String(parts[0])) }
    let sides = parts[1].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
    else { throw .badSpecification(text) }
    guard width <= FrameShape.largest / height else { throw .tooLarge(text) }
    if parts.count == 2, width % format.group != 0 {
      throw .oddWidth(width, multiple: format.group)
    }
    let least = format.rowBytes(width)
    let stride = parts.count == 3 ? Int(parts[2]) : least
    guard let stride, stride >= least, stride <= least + RawLayout.mostPadding else {
      throw .badSpecification(text)
    }
    self.format = format
    self.stride = stride
    shape = FrameShape(width: width, height: height, bits: format.bits)
  }

  /// The layout that a camera reports; nil if the format is not raw, or if a row or a size is
  /// impossible.
  init?(_ found: CaptureFormat) {
    guard let format = RawFormat(pixelFormat: found.pixelFormat), found.width > 0, found.height > 0,
      found.width <= FrameShape.largest / found.height
    else { return nil }
    let least = format.rowBytes(found.width)
    stride = found.bytesPerLine == 0 ? least : found.bytesPerLine
    guard stride >= least, stride <= least + RawLayout.mostPadding else { return nil }
    self.format = format
    shape = FrameShape(width: found.width, height: found.height, bits: format.bits)
  }

  /// Bytes of a whole frame; the last row may end before its stride.
  var frameBytes: Int { stride * (shape.height - 1) + format.rowBytes(shape.width) }
}

extension RawLayout {
  /// Bytes that are not a picture, in pieces as large as a frame.
  static let bytes = RawLayout(width: 256, height: 256)

  private init(width: Int, height: Int) {
    format = RawFormat("GREY")!
    shape = FrameShape(width: width, height: height, bits: 8)
    stride = width
  }

  var isPicture: Bool { self != .bytes }
}

/// Raw frames, one after another.
final class RawReader: FrameReader {
  private let input: InputBytes
  private let layout: RawLayout

  init(_ input: InputBytes, _ layout: RawLayout) {
    self.input = input
    self.layout = layout
  }

  var name: String { input.name }
  var shape: FrameShape? { layout.shape }

  func next() throws(EntropyError) -> Frame? {
    guard try input.peek() != nil else { return nil }
    let frame = Frame(layout.shape)
    var row = SecretBytes(count: layout.stride)
    for number in 0..<layout.shape.height {
      let got = try row.withMutableBytes { (bytes) throws(EntropyError) in
        try input.read(into: &bytes)
      }
      guard got == row.count else {
        // A stream ends anywhere.
        if !layout.isPicture { return nil }
        throw .shortFrame(name)
      }
      // The marker of a JPEG: no black or dark row begins like this.
      if number == 0, layout.isPicture,
        row.withBytes({ $0.count > 2 && $0[0] == 0xff && $0[1] == 0xd8 && $0[2] == 0xff })
      {
        throw .isJPEG(name)
      }
      try unpack(row, number, into: frame)
    }
    return frame
  }

  private func unpack(
    _ row: borrowing SecretBytes, _ number: Int, into frame: Frame
  ) throws(EntropyError) {
    let all = row.withBytes { layout.format.unpack($0, number, into: frame) }
    if Int(all) >> layout.format.bits != 0 {
      throw .sampleTooGreat(name, maximum: (1 << layout.format.bits) - 1)
    }
  }
}

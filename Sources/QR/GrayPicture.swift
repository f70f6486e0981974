internal import System

/// A picture in shades of gray.
package struct GrayPicture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row, from 0 for black to 255 for white.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height, "it has no other pixels")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

/// Where the brightness of each pixel is in a camera's pictures (linux/videodev2.h, YUV formats).
struct GrayLayout: Equatable {
  /// The formats that are known here, the best first: how they start, and how far apart pixels are.
  private static let formats: [(name: String, start: Int, step: Int)] = [
    ("YUYV", 0, 2), ("YVYU", 0, 2), ("UYVY", 1, 2), ("VYUY", 1, 2),
    ("NV12", 0, 1), ("NV21", 0, 1), ("YU12", 0, 1), ("YV12", 0, 1), ("422P", 0, 1),
    ("GREY", 0, 1),
  ]
  /// The most pixels per side.
  private static let mostPixels = 1 << 14

  private let start: Int
  private let step: Int
  private let width: Int
  private let height: Int
  private let stride: Int

  /// The bytes of a picture, with as much color as any of the formats has.
  var pictureBytes: Int { 2 * stride * height }

  /// Nil if the format is not known, or if a side or a row is impossible.
  init?(_ found: CaptureFormat) {
    guard
      let format = GrayLayout.formats.first(where: {
        GrayLayout.code($0.name) == found.pixelFormat
      }),
      (1...GrayLayout.mostPixels).contains(found.width),
      (1...GrayLayout.mostPixels).contains(found.height)
    else { return nil }
    let least = format.step * found.width
    stride = found.bytesPerLine == 0 ? least : found.bytesPerLine
    guard (least...least + GrayLayout.mostPixels).contains(stride) else { return nil }
    (start, step) = (format.start, format.step)
    (width, height) = (found.width, found.height)
  }

  /// The best of the formats that a camera offers; nil if none is known.
  static func best(of offers: [UInt32]) -> UInt32? {
    formats.lazy.map { code($0.name) }.first(where: offers.contains)
  }

  /// The four letters of a format, as the kernel encodes them.
  private static func code(_ letters: String) -> UInt32 {
    letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Nil if the picture is too short.
  func gray(_ picture: Span<UInt8>) -> GrayPicture? {
    guard picture.count >= stride * (height - 1) + step * width else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width { pixels.append(picture[row * stride + column * step + start]) }
    }
    return GrayPicture(width: width, height: height, pixels: pixels)
  }
}

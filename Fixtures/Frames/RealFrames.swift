package import Entropy
internal import Glibc
internal import System
internal import TestSupport

/// Dark frames of real sensors, which are not part of this project: in `VERNAM_DARKS`, or in
/// `../shared/data/darks` beside it.
package enum RealFrames {
  package static let directory =
    getenv("VERNAM_DARKS").map { String(cString: $0) } ?? "\(Fixtures.root)/../shared/data/darks"

  /// The paths of a sensor's frames, empty and said so where there are none.
  package static func paths(_ sensor: String) -> [String] {
    let names = ((try? Disk().list(directory)) ?? []).filter { $0.hasPrefix(sensor) }
    if names.isEmpty { print("no frames of \(sensor) in \(directory): not tested with them") }
    return names.map { "\(directory)/\($0)" }
  }

  /// The upper left corner of each frame, for speed.
  package static func read(_ sensor: String) throws -> [Frame]? {
    let frames = try paths(sensor).map { try corner(readFile($0)) }
    return frames.isEmpty ? nil : frames
  }

  private static let side = 192

  /// Of a PGM file without comments.
  private static func corner(_ file: [UInt8]) throws -> Frame {
    let head = file.prefix(40).split(maxSplits: 4) { [10, 32].contains($0) }
    let numbers = head[1...3].compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    let (width, height, maximum) = (numbers[0], numbers[1], numbers[2])
    let size = maximum > 255 ? 2 : 1
    let start = file.count - width * height * size
    let frame = Frame(FrameShape(width: side, height: side, bits: maximum > 255 ? 12 : 8))
    frame.withMutableSamples { samples in
      for index in samples.indices {
        let place = start + (index / side * width + index % side) * size
        samples[index] =
          size == 1 ? UInt16(file[place]) : UInt16(file[place]) << 8 | UInt16(file[place + 1])
      }
    }
    return frame
  }
}

internal import Primitives

/// The digests of all frames so far: none may occur twice.
struct KnownFrames {
  private var places: [[UInt8]: Int] = [:]
  /// Frames so far, repeated ones included.
  private(set) var count = 0

  /// The place of the same frame before, nil for a new one.
  mutating func remember(_ frame: Frame) -> Int? {
    let digest = frame.withBytes { SHA256.hash($0) }
    defer { count += 1 }
    if let place = places[digest] { return place }
    places[digest] = count
    return nil
  }
}

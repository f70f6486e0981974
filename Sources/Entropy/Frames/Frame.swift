internal import Pad

/// The shape of all frames of one capture.
package struct FrameShape: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Bits per sample, 1 to 16.
  package let bits: Int

  /// The fewest and the most samples accepted in a frame. Smaller frames would be too many to keep
  /// and to compare, each with neighbours up to 32 away.
  package static let smallest = 1 << 10
  static let largest = 1 << 27

  package init(width: Int, height: Int, bits: Int) {
    self.width = width
    self.height = height
    self.bits = bits
  }

  package var count: Int { width * height }

  /// Refuses frames too small for noise, from the source that the person called `name`.
  func check(of name: String) throws(EntropyError) {
    if count < FrameShape.smallest { throw .tooSmall(name) }
  }
}

/// A picture that a sensor recorded, row by row. The samples become part of a pad, so they are kept
/// like secrets.
package final class Frame {
  package let shape: FrameShape
  /// Two bytes per sample, in native byte order.
  private var bytes: SecretBytes

  /// All samples 0.
  package convenience init(_ shape: FrameShape) {
    self.init(empty: shape)
    grow(to: shape.count)
  }

  /// Starts without samples and grows as they come: for a shape that a file only claims.
  init(empty shape: FrameShape) {
    self.shape = shape
    bytes = SecretBytes(count: 0)
  }

  /// Grows to at least `count` samples; new ones are 0.
  func grow(to count: Int) {
    let has = bytes.count / 2
    if count <= has { return }
    bytes = bytes.resized(min(shape.count, max(count, 2 * has)) * 2, keeping: has * 2)
  }

  package func withSamples<Result, Failure: Error>(
    _ body: (Span<UInt16>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes { (bytes) throws(Failure) in
      // Secret memory is aligned for any integer.
      let pointer = unsafe bytes.withUnsafeBytes { unsafe $0.assumingMemoryBound(to: UInt16.self) }
      return try body(unsafe Span(_unsafeElements: pointer))
    }
  }

  package func withMutableSamples<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt16>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withMutableBytes { (bytes) throws(Failure) in
      let pointer = unsafe bytes.withUnsafeMutableBytes {
        unsafe $0.assumingMemoryBound(to: UInt16.self)
      }
      var samples = unsafe MutableSpan(_unsafeElements: pointer)
      return try body(&samples)
    }
  }

  /// The samples less those of another frame, modulo 2¹⁶, with 2¹⁵ for 0.
  func less(_ other: Frame) -> Frame {
    let result = Frame(FrameShape(width: shape.width, height: shape.height, bits: 16))
    withSamples { samples in
      other.withSamples { others in
        result.withMutableSamples { result in
          for index in samples.indices {
            result[index] = samples[index] &- others[index] &+ 1 << 15
          }
        }
      }
    }
    return result
  }

  /// The samples as they are in memory.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }
}

/// A source of frames, one after the other.
package protocol FrameReader: AnyObject {
  /// What the person called it.
  var name: String { get }
  /// The next frame, nil at the end.
  func next() throws(EntropyError) -> Frame?
  /// The shape of all frames, if it is known before the first one.
  var shape: FrameShape? { get }
  /// Whether they are recorded while the program runs, so that nobody has seen them.
  var isLive: Bool { get }
  /// Whether an image sensor records them.
  var isPicture: Bool { get }
}

extension FrameReader {
  package var shape: FrameShape? { nil }
  package var isLive: Bool { false }
  package var isPicture: Bool { true }
}

/// What goes on before the first byte of noise is made, which takes a while.
package enum CaptureStep: Sendable {
  /// So many of the frames that are judged were read.
  case reading(frames: Int, of: Int)
  /// This step of so many has begun; the first is 1.
  case judging(step: Int, of: Int)
}

/// Progress before the first byte of noise is made, which takes a while.
package enum CaptureStep: Sendable {
  /// So many frames are needed; the bytes of all are known if they are not pictures.
  case needing(frames: Int, bytes: Int?)
  /// This many of the frames to be judged have been read.
  case reading(frames: Int, of: Int)
  /// This step out of a total has begun; the first is 1.
  case judging(step: Int, of: Int)
}

/// The format of a camera's pictures, according to its driver.
package struct CaptureFormat: Equatable, Sendable {
  /// Four letters, the first lowest, as V4L2 names formats.
  package var pixelFormat: UInt32
  package var width: Int
  package var height: Int
  /// From one row to the next; 0 if the driver does not say.
  package var bytesPerLine: Int

  package init(pixelFormat: UInt32, width: Int, height: Int, bytesPerLine: Int) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.bytesPerLine = bytesPerLine
  }
}

/// A setting that noise needs, on a camera that tunes itself for pictures.
package enum CaptureAdjustment: CaseIterable, Sendable {
  case manualExposure
  case manualGain
  case manualWhiteBalance
  case shortestExposure
  case greatestGain
}

/// A camera that streams pictures through shared memory (V4L2, MMAP streaming). Every error names
/// the call that failed.
package protocol CaptureDevice: AnyObject {
  var name: String { get }
  /// Whether it captures and streams at all: not every video device does.
  func canStream() throws(SystemError) -> Bool
  /// The pixel formats that it offers.
  func offers() throws(SystemError) -> [UInt32]
  func format() throws(SystemError) -> CaptureFormat
  /// Requests a pixel format. The driver may set another: check `format`.
  func setFormat(_ pixelFormat: UInt32) throws(SystemError)
  func adjust(_ adjustment: CaptureAdjustment) throws(SystemError)
  /// Maps buffers and lets the camera fill them. Refuses buffers of an implausible size for
  /// pictures of `pictureBytes`.
  func start(pictureBytes: Int, isStopped: () -> Bool) throws(SystemError)
  /// Lends the next picture, and whether the driver calls it damaged. False if none came within
  /// `milliseconds`.
  func next(
    milliseconds: Int, _ body: (_ picture: Span<UInt8>, _ isDamaged: Bool) -> Void
  ) throws(SystemError) -> Bool
}

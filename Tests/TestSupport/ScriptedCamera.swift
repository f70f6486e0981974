package import System

/// A camera whose driver does what a test says.
package final class ScriptedCamera: CaptureDevice {
  package let name = "/dev/video7"
  /// The name of the call that fails.
  package var failing = ""
  package var isCamera = true
  package var offered: [UInt32] = []
  /// The format that the driver sets, whatever it is asked for.
  package var settled = CaptureFormat(pixelFormat: 0, width: 0, height: 0, bytesPerLine: 0)
  /// The next picture, and whether it is damaged; nil if none comes.
  package var picture: () -> (bytes: [UInt8], isDamaged: Bool)? = { nil }

  /// Called once nobody uses it any more.
  package var closed: () -> Void = {}

  /// The formats that it was asked for.
  package private(set) var asked: [UInt32] = []
  package private(set) var adjustments: [CaptureAdjustment] = []
  package private(set) var isStarted = false
  package private(set) var pictureBytes = 0

  /// The four letters of a format, as the kernel encodes them.
  package static func code(_ letters: String) -> UInt32 {
    letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  package init(_ format: String, width: Int, height: Int, bytesPerLine: Int = 0) {
    offered = [ScriptedCamera.code(format)]
    settled = CaptureFormat(
      pixelFormat: offered[0], width: width, height: height, bytesPerLine: bytesPerLine)
  }

  deinit { closed() }

  private func call(_ call: String) throws(SystemError) {
    if call == failing { throw SystemError(call, name, code: SystemError.inputOutput) }
  }

  package func canStream() throws(SystemError) -> Bool {
    try call("VIDIOC_QUERYCAP")
    return isCamera
  }

  package func offers() throws(SystemError) -> [UInt32] {
    try call("VIDIOC_ENUM_FMT")
    return offered
  }

  package func format() throws(SystemError) -> CaptureFormat {
    try call("VIDIOC_G_FMT")
    return settled
  }

  package func setFormat(_ pixelFormat: UInt32) throws(SystemError) {
    try call("VIDIOC_S_FMT")
    asked.append(pixelFormat)
  }

  package func adjust(_ adjustment: CaptureAdjustment) throws(SystemError) {
    try call("VIDIOC_S_CTRL")
    adjustments.append(adjustment)
  }

  package func start(pictureBytes: Int, isStopped: () -> Bool) throws(SystemError) {
    try call("VIDIOC_STREAMON")
    self.pictureBytes = pictureBytes
    isStarted = true
  }

  package func next(
    milliseconds: Int, _ body: (_ picture: Span<UInt8>, _ isDamaged: Bool) -> Void
  ) throws(SystemError) -> Bool {
    try call("VIDIOC_DQBUF")
    guard let (bytes, isDamaged) = picture() else { return false }
    body(bytes.span, isDamaged)
    return true
  }
}

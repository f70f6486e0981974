internal import CLinux
internal import Glibc

/// A camera of this machine: `/dev/video0`. Its buffers are wiped before they are unmapped.
@safe package final class VideoDevice: CaptureDevice {
  private static let bufferCount: UInt32 = 4
  /// VIDEO_MAX_FRAME of linux/videodev2.h.
  private static let mostBuffers: UInt32 = 32

  package let name: String
  private let descriptor: Int32
  private var buffers: [UnsafeMutableRawBufferPointer] = unsafe []
  private var isStreaming = false

  package init(_ path: String) throws(SystemError) {
    descriptor = unsafe linux_open(path, O_RDWR | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw .last("open", path) }
    name = path
  }

  deinit {
    if isStreaming { _ = linux_camera_stop(descriptor) }
    while let buffer = unsafe buffers.popLast() {
      unsafe linux_camera_unmap(buffer.baseAddress, buffer.count)
    }
    var none: UInt32 = 0
    _ = unsafe linux_camera_request_buffers(descriptor, &none)
    close(descriptor)
  }

  private func check(_ result: Int32, _ call: String) throws(SystemError) {
    if result < 0 { throw .last(call, name) }
  }

  package func canStream() throws(SystemError) -> Bool {
    var streams = false
    // A device that is not a video device does not know the call.
    if unsafe linux_camera_streams(descriptor, &streams) < 0, errno == ENOTTY { return false }
    try check(unsafe linux_camera_streams(descriptor, &streams), "VIDIOC_QUERYCAP")
    return streams
  }

  package func offers() throws(SystemError) -> [UInt32] {
    var (found, format): ([UInt32], UInt32) = ([], 0)
    while found.count < 256 {
      let result = unsafe linux_camera_offer(descriptor, UInt32(found.count), &format)
      if result < 0, errno == EINVAL { break }
      try check(result, "VIDIOC_ENUM_FMT")
      found.append(format)
    }
    return found
  }

  package func format() throws(SystemError) -> CaptureFormat {
    var found = linux_camera_format()
    try check(unsafe linux_camera_format(descriptor, &found), "VIDIOC_G_FMT")
    return CaptureFormat(
      pixelFormat: found.pixel_format, width: Int(found.width), height: Int(found.height),
      bytesPerLine: Int(found.bytes_per_line))
  }

  package func setFormat(_ pixelFormat: UInt32) throws(SystemError) {
    try check(linux_camera_set_format(descriptor, pixelFormat), "VIDIOC_S_FMT")
  }

  package func adjust(_ adjustment: CaptureAdjustment) throws(SystemError) {
    let wanted =
      switch adjustment {
      case .manualExposure: linux_camera_manual_exposure
      case .manualGain: linux_camera_manual_gain
      case .manualWhiteBalance: linux_camera_manual_white_balance
      case .shortestExposure: linux_camera_shortest_exposure
      case .greatestGain: linux_camera_greatest_gain
      }
    try check(linux_camera_adjust(descriptor, wanted), "VIDIOC_S_CTRL")
  }

  package func start(
    pictureBytes: Int, isStopped: () -> Bool
  ) throws(SystemError) {
    var count = VideoDevice.bufferCount
    try check(unsafe linux_camera_request_buffers(descriptor, &count), "VIDIOC_REQBUFS")
    guard count > 0 else { throw SystemError("VIDIOC_REQBUFS", name, code: ENOMEM) }
    guard count <= VideoDevice.mostBuffers else {
      throw SystemError("VIDIOC_REQBUFS", name, code: EINVAL)
    }
    // Drivers round up rows, columns and pages.
    let most = 2 * pictureBytes + 1 << 20
    for number in 0..<count {
      if isStopped() { throw SystemError("mmap", name, code: EINTR) }
      var (bytes, length): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      try check(unsafe linux_camera_map(descriptor, number, most, &bytes, &length), "mmap")
      unsafe buffers.append(UnsafeMutableRawBufferPointer(start: bytes, count: length))
    }
    for number in 0..<count { try check(linux_camera_enqueue(descriptor, number), "VIDIOC_QBUF") }
    try check(linux_camera_start(descriptor), "VIDIOC_STREAMON")
    isStreaming = true
  }

  package func next(
    milliseconds: Int, _ body: (_ picture: Span<UInt8>, _ isDamaged: Bool) -> Void
  ) throws(SystemError) -> Bool {
    var (number, filled, isDamaged): (UInt32, Int, Bool) = (0, 0, false)
    let came = unsafe linux_camera_dequeue(
      descriptor, Int32(milliseconds), &number, &filled, &isDamaged)
    try check(came, "VIDIOC_DQBUF")
    if came == 0 { return false }
    guard unsafe Int(number) < buffers.count else {
      throw SystemError("VIDIOC_DQBUF", name, code: EINVAL)
    }
    let buffer = unsafe buffers[Int(number)]
    // Some drivers leave the count at 0 and fill the whole buffer.
    let count = filled == 0 ? buffer.count : min(filled, buffer.count)
    let picture = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
    let bytes = unsafe picture.bindMemory(to: UInt8.self)
    body(unsafe Span(_unsafeElements: bytes), isDamaged)
    try check(linux_camera_enqueue(descriptor, number), "VIDIOC_QBUF")
    return true
  }
}

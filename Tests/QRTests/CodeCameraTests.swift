import System
import TestSupport
import Testing

@testable import QR

@Suite("A camera that looks at codes")
struct CodeCameraTests {
  private func refusal(_ camera: ScriptedCamera) -> QRError? {
    do throws(QRError) {
      _ = try CodeCamera(camera).next()
      return nil
    } catch { return error }
  }

  @Test(
    "Brightness is found in every format, in rows as long as the driver says",
    arguments: [
      ("YUYV", 4, [1, 0xee, 2, 0xee, 3, 0xee, 4, 0xee]),
      ("YVYU", 6, [1, 0xee, 2, 0xee, 0xee, 0xee, 3, 0xee, 4, 0xee]),
      ("UYVY", 0, [0xee, 1, 0xee, 2, 0xee, 3, 0xee, 4]),
      ("VYUY", 4, [0xee, 1, 0xee, 2, 0xee, 3, 0xee, 4]),
      ("NV12", 2, [1, 2, 3, 4, 0xee, 0xee]), ("NV21", 3, [1, 2, 0xee, 3, 4]),
      ("YU12", 0, [1, 2, 3, 4, 0xee, 0xee]), ("YV12", 2, [1, 2, 3, 4, 0xee, 0xee]),
      ("422P", 2, [1, 2, 3, 4, 0xee, 0xee, 0xee, 0xee]), ("GREY", 4, [1, 2, 0xee, 0xee, 3, 4]),
    ] as [(String, Int, [UInt8])])
  func brightness(_ format: String, _ stride: Int, _ bytes: [UInt8]) throws {
    let camera = ScriptedCamera(format, width: 2, height: 2, bytesPerLine: stride)
    camera.picture = { (bytes, false) }
    try #expect(
      CodeCamera(camera).next() == GrayPicture(width: 2, height: 2, pixels: [1, 2, 3, 4]))
    #expect(camera.pictureBytes >= bytes.count)
  }

  @Test("The best format is requested, and the one that the driver set is read back")
  func formats() throws {
    let camera = ScriptedCamera("GREY", width: 2, height: 1)
    camera.offered = ["MJPG", "GREY", "NV12", "UYVY"].map(ScriptedCamera.code)
    camera.picture = { ([7, 9], false) }
    try #expect(CodeCamera(camera).next()?.pixels == [7, 9])
    #expect(camera.asked == [ScriptedCamera.code("UYVY")])
  }

  @Test(
    "Unknown formats, and impossible sides and rows, are refused",
    arguments: [
      ("MJPG", 640, 480, 0), ("GREY", 0, 480, 0), ("GREY", 640, 0, 0), ("GREY", -1, 480, 0),
      ("GREY", 640, 1 << 15, 0), ("YUYV", 640, 480, 1279), ("YUYV", 640, 480, 1 << 20),
      ("YUYV", 640, 480, -1),
    ])
  func impossible(_ format: String, _ width: Int, _ height: Int, _ stride: Int) {
    let camera = ScriptedCamera(format, width: width, height: height, bytesPerLine: stride)
    #expect(refusal(camera) == .noPictureFormat(camera: "/dev/video7"))
    #expect(!camera.isStarted)
  }

  @Test("Damaged pictures and short ones are left out")
  func damaged() throws {
    let camera = ScriptedCamera("GREY", width: 2, height: 2)
    var pictures: [(bytes: [UInt8], isDamaged: Bool)] = [
      ([1, 2, 3, 4], true), ([1, 2, 3], false), ([1, 2, 3, 4], false),
    ]
    camera.picture = { pictures.removeFirst() }
    let reader = try CodeCamera(camera)
    try #expect(reader.next() == nil)
    try #expect(reader.next() == nil)
    try #expect(reader.next()?.pixels == [1, 2, 3, 4])
    camera.picture = { ([1, 2, 3], false) }
    for _ in 1..<CodeCamera.patience { try #expect(reader.next() == nil) }
    #expect(throws: QRError.cameraSilent("/dev/video7")) { try reader.next() }
  }

  @Test("A camera that sends nothing for long is given up")
  func silent() throws {
    let camera = ScriptedCamera("GREY", width: 1, height: 1)
    let reader = try CodeCamera(camera)
    for _ in 1..<CodeCamera.patience { try #expect(reader.next() == nil) }
    camera.picture = { ([1], false) }
    try #expect(reader.next() != nil)
    camera.picture = { nil }
    for _ in 1..<CodeCamera.patience { try #expect(reader.next() == nil) }
    #expect(throws: QRError.cameraSilent("/dev/video7")) { try reader.next() }
  }

  @Test(
    "A call that fails is named",
    arguments: [
      "VIDIOC_QUERYCAP", "VIDIOC_ENUM_FMT", "VIDIOC_S_FMT", "VIDIOC_G_FMT", "VIDIOC_STREAMON",
      "VIDIOC_DQBUF",
    ])
  func failing(_ call: String) {
    let camera = ScriptedCamera("GREY", width: 1, height: 1)
    camera.failing = call
    #expect(
      refusal(camera)
        == .camera(SystemError(call, "/dev/video7", code: SystemError.inputOutput)))
  }

  @Test("The first one that is understood is taken, but none beyond one that fails")
  func first() throws {
    let absent = SystemError("open", "/dev/video", code: SystemError.notFound)
    let closed = SystemError("open", "/dev/video3", code: SystemError.notPermitted)
    #expect(throws: QRError.noCamera) {
      try CodeCamera.first { _ throws(SystemError) in throw absent }
    }
    #expect(throws: QRError.camera(closed)) {
      try CodeCamera.first { path throws(SystemError) in
        if path == "/dev/video3" { throw closed }
        if path < "/dev/video3" { return ScriptedCamera("MJPG", width: 1, height: 1) }
        return ScriptedCamera("GREY", width: 1, height: 1)
      }
    }
    let found = try CodeCamera.first { path throws(SystemError) in
      switch path {
      case "/dev/video0": return ScriptedCamera("MJPG", width: 1, height: 1)
      case "/dev/video1":
        let other = ScriptedCamera("GREY", width: 1, height: 1)
        other.isCamera = false
        return other
      case "/dev/video2":
        let camera = ScriptedCamera("GREY", width: 1, height: 1)
        camera.picture = { ([5], false) }
        return camera
      default: throw absent
      }
    }
    try #expect(found.next()?.pixels == [5])
  }
}

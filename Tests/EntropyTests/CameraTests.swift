import FrameFixtures
import Pad
import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Cameras")
struct CameraTests {
  private func samples(_ frame: Frame?) -> [UInt16] {
    frame?.withSamples { samples in samples.indices.map { samples[$0] } } ?? []
  }

  private func reader(_ camera: ScriptedCamera) throws -> CameraReader {
    try CameraReader(camera, isStopped: { false })
  }

  private func refusal(_ camera: ScriptedCamera) -> EntropyError? {
    do throws(EntropyError) {
      _ = try CameraReader(camera, isStopped: { false }).next()
      return nil
    } catch { return error }
  }

  @Test(
    "Rows have the length that the driver says, and packed samples are unpacked",
    arguments: [
      ("pRAA", 4, 8, [0xff, 0x00, 0x80, 0x01, 0b11_10_01_00], [0x3fc, 0x001, 0x202, 0x007]),
      ("pBCC", 2, 5, [0xab, 0xcd, 0x21], [0xab1, 0xcd2]),
      ("Y12P", 2, 0, [0xab, 0xcd, 0x21], [0xab1, 0xcd2]),
      ("Y16 ", 2, 6, [0x34, 0x12, 0xff, 0xff], [0x1234, 0xffff]),
      ("BA10", 1, 4, [0xff, 0x03], [0x3ff]), ("GREY", 3, 4, [1, 2, 3], [1, 2, 3]),
      ("pgAA", 3, 5, [1, 2, 3, 4, 0], [4, 8, 12]),
    ] as [(String, Int, Int, [UInt8], [UInt16])])
  func rows(_ format: String, _ width: Int, _ stride: Int, _ row: [UInt8], _ values: [UInt16])
    throws
  {
    let camera = ScriptedCamera(format, width: width, height: 2, bytesPerLine: stride)
    // The padding of the last row may be missing.
    let rest = [UInt8](repeating: 0xee, count: max(0, stride - row.count))
    camera.picture = { (row + rest + row, false) }
    try #expect(samples(reader(camera).next()) == values + values)
    #expect(camera.pictureBytes == row.count + rest.count + row.count)
  }

  @Test("The best raw format is requested, and the format that the driver set is read back")
  func formats() throws {
    let camera = ScriptedCamera("GREY", width: 2, height: 1)
    camera.offered = ["MJPG", "GREY", "YUYV", "pRAA", "RG12", "RG16"].map(ScriptedCamera.code)
    camera.picture = { ([7, 9], false) }
    try #expect(samples(reader(camera).next()) == [7, 9])
    #expect(camera.asked == [ScriptedCamera.code("RG12")])
  }

  @Test("A camera may have every format that a file may have, each under a single code")
  func codes() {
    let bayer = ["SBGGR", "SGBRG", "SGRBG", "SRGGB"].flatMap { pattern in
      ["8", "10", "12", "14", "16", "10P", "12P"].map { pattern + $0 }
    }
    let names = bayer + ["GREY", "Y10", "Y12", "Y14", "Y16", "Y10P", "Y12P"]
    #expect(RawFormat.names.values.sorted() == names.sorted())
    #expect(RawFormat.names.values.allSatisfy { RawFormat($0) != nil })
    #expect(RawFormat(pixelFormat: ScriptedCamera.code("pGCC"))?.name == "SGBRG12P")
    #expect(RawFormat(pixelFormat: ScriptedCamera.code("MJPG")) == nil)
  }

  @Test(
    "Automatic controls are turned off if the driver allows it", arguments: ["", "VIDIOC_S_CTRL"])
  func adjustments(_ failing: String) throws {
    let camera = ScriptedCamera("GREY", width: 1, height: 1)
    camera.failing = failing
    camera.picture = { ([7], false) }
    try #expect(samples(reader(camera).next()) == [7])
    #expect(camera.adjustments == (failing.isEmpty ? CaptureAdjustment.allCases : []))
  }

  @Test(
    "A failed call is named",
    arguments: [
      "VIDIOC_QUERYCAP", "VIDIOC_ENUM_FMT", "VIDIOC_S_FMT", "VIDIOC_G_FMT", "VIDIOC_STREAMON",
      "VIDIOC_DQBUF",
    ])
  func failures(_ call: String) throws {
    let camera = ScriptedCamera("GREY", width: 1, height: 1)
    camera.failing = call
    camera.picture = { ([7], false) }
    let error = try #require(refusal(camera))
    #expect(error.what.contains("(\(call): Input/output error)"))
    #expect(error.hint.contains("plug"))
  }

  @Test("A device that is no camera, has no raw format or says the impossible is refused")
  func unfit() throws {
    let other = ScriptedCamera("GREY", width: 1, height: 1)
    other.isCamera = false
    #expect(refusal(other)?.what.contains("is not a camera") == true)
    let compressed = ScriptedCamera("MJPG", width: 1, height: 1)
    #expect(refusal(compressed)?.what.contains("no raw frames") == true)
    let changed = ScriptedCamera("GREY", width: 1, height: 1)
    changed.settled.pixelFormat = ScriptedCamera.code("YUYV")
    #expect(refusal(changed)?.what.contains("no raw frames") == true)
    for (width, stride) in [(4, 3), (0, 4), (1 << 28, 0), (4, 1 << 21)] {
      let strange = ScriptedCamera("GREY", width: width, height: 1, bytesPerLine: stride)
      #expect(refusal(strange) != nil)
      #expect(!strange.isStarted)
    }
    let deeper = ScriptedCamera("Y10 ", width: 1, height: 1)
    deeper.picture = { ([0xff, 0xff], false) }
    #expect(refusal(deeper)?.what.contains("maximum of 1023") == true)
  }

  @Test("Damaged and short pictures are left out; a camera that gives nothing else is an error")
  func damaged() throws {
    let camera = ScriptedCamera("GREY", width: 2, height: 1)
    var number: UInt8 = 0
    camera.picture = {
      number += 1
      switch number % 3 {
      case 0: return ([number], false)
      case 1: return ([number, 0], true)
      default: return ([number, 0], false)
      }
    }
    let reader = try reader(camera)
    let first = try samples(reader.next())
    // Every third picture is good, and the first ones let the camera settle.
    #expect(first == [UInt16(3 * CameraReader.warmUp + 2), 0])
    try #expect(samples(reader.next()) == [first[0] + 3, 0])
    camera.picture = { ([1, 2], true) }
    #expect(refusal(camera)?.what.contains("no complete pictures") == true)
    camera.picture = { nil }
    #expect(refusal(camera)?.what.contains("gives no pictures") == true)
  }

  @Test("Stopping it does not wait for the camera")
  func stopped() throws {
    let camera = ScriptedCamera("GREY", width: 2, height: 1)
    let reader = try CameraReader(camera, isStopped: { true })
    #expect(throws: EntropyError.self) { try reader.next() }
  }

  @Test("Noise captured live is credited without affirmation")
  func credit() throws {
    let shape = Scene.shape
    let camera = ScriptedCamera("Y12 ", width: shape.width, height: shape.height)
    var frames = Scene.white.frames(14, seed: 9)[...]
    camera.picture = {
      frames.popFirst().map { frame in
        (
          frame.withSamples { all in
            all.indices.flatMap { [UInt8(all[$0] & 255), UInt8(all[$0] >> 8)] }
          },
          false
        )
      }
    }
    var settings = try Generator.Settings(sources: [SourceName("camera:")], size: 200)
    settings.gate = GateTests.gate
    var opened: [String] = []
    let generator = try Generator(
      settings, randomness: Seeded(seed: 1), storage: Disk(), isStopped: { false },
      camera: { path throws(SystemError) in
        opened.append(path)
        return camera
      })
    var bytes = [UInt8](repeating: 0, count: 200)
    var span = bytes.mutableSpan
    try #expect(generator.fill(&span) == 200)
    #expect(opened == ["/dev/video0"])
    #expect(generator.isCovered)
    #expect(generator.record.source.contains("captured live"))
    #expect(generator.record.given?.contains("a camera's driver") == true)
    #expect(generator.record.given?.contains("promised") == false)
  }
}

import FrameFixtures
import Glibc
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Frames that were JPEG")
struct BlockTransformTests {
  private func refusal(_ frames: [Frame]) -> String? {
    do throws(EntropyError) {
      try BlockTransform(frames).check()
      return nil
    } catch { return error.what }
  }

  private static func compressed(
    _ sigma: Double, _ quality: Int, crop: (columns: Int, rows: Int) = (0, 0)
  ) -> [Frame] {
    let shape = FrameShape(width: 256, height: 192, bits: 8)
    return (0..<2).map {
      Bell.frame(shape, sigma: sigma, seed: $0).compressed(quality: quality, crop: crop)
    }
  }

  @Test(
    "Frames that were JPEG are refused, and the error says what they were",
    arguments: [(10.0, 25), (3, 50), (10, 60), (3, 75), (10, 75), (10, 90), (10, 98)])
  func refused(_ sigma: Double, _ quality: Int) {
    let refusal = refusal(BlockTransformTests.compressed(sigma, quality))
    #expect(refusal?.hasPrefix("the frames were decoded from JPEG or video") == true)
  }

  @Test("They are refused wherever they were cropped", arguments: [(1, 0), (3, 5), (4, 4), (7, 7)])
  func cropped(_ columns: Int, _ rows: Int) {
    #expect(refusal(BlockTransformTests.compressed(10, 75, crop: (columns, rows))) != nil)
  }

  @Test(
    "Small frames are refused, too, if there are enough of them",
    arguments: [(3.0, 50), (3, 75), (10, 50), (10, 95)])
  func small(_ sigma: Double, _ quality: Int) {
    let frames = (0..<40).map {
      Bell.frame(Scene.shape, sigma: sigma, seed: $0).compressed(quality: quality)
    }
    #expect(refusal(frames)?.hasPrefix("the frames were decoded from JPEG") == true)
  }

  @Test("The gate refuses them as JPEG, not for what JPEG did to their samples")
  func gate() {
    do throws(EntropyError) {
      let gate = Gate(sampleCount: 5000, leastFrames: 2)
      let bound = try gate.judge(BlockTransformTests.compressed(10, 75))
      Issue.record("credited with \(bound.credited)")
    } catch {
      #expect(error.what.hasPrefix("the frames were decoded from JPEG"), "\(error)")
      #expect(error.hint.contains("extra:"))
    }
  }

  @Test("The real CCD's frames are refused after JPEG compression")
  func realFrames() throws {
    guard let frames = try RealFrames.read("ccd12") else { return }
    #expect(refusal(frames) == nil)
    let brighter = frames.map { frame in
      frame.changed { samples in for index in samples.indices { samples[index] *= 4 } }
    }
    #expect(refusal(brighter) == nil)
    #expect(refusal(brighter.map { $0.compressed(quality: 75) }) != nil)
  }

  @Test("White noise of any strength is not refused", arguments: [0.3, 0.6, 1, 3, 10, 100, 1000])
  func white(_ sigma: Double) {
    #expect(refusal(Scene.white.frames(12, sigma: sigma, seed: 29)) == nil)
  }

  @Test(
    "Nor is anything that sensors add to it",
    arguments: [
      Scene.pattern, .drift, .ramp, .rowNoise, .clipped, .glow, .hotPixels, .blinking, .mosaic,
      .flicker,
    ], [0.6, 3])
  func sensors(_ scene: Scene, _ sigma: Double) {
    let refusal = refusal(scene.frames(12, sigma: sigma, seed: 31))
    #expect(refusal == nil, "\(refusal ?? "")")
  }

  @Test("A fixed pattern counts once, however many frames show it")
  func fixedPattern() {
    #expect(refusal(Scene.pattern.frames(8, sigma: 0.25, seed: 1)) == nil)
    #expect(refusal(Capture.quiet.frames(40)) == nil)
  }

  @Test(
    "Steps are found if sizes near multiples beat chance, and those half-way by more than 2 to 1",
    arguments: [(30, 0, false), (40, 0, true), (300, 4000, false), (700, 4000, true)])
  func steps(_ near: Int, _ spread: Int, _ isFound: Bool) {
    var counts = StepCounts(rows: 2)
    func add(_ size: Float) {
      var sizes = SIMD8<Float>(repeating: .nan)
      sizes[7] = size
      counts.add(sizes, to: 1)
    }
    for number in 0..<near { add([80, -80][number % 2]) }
    for number in 0..<spread { add(Float(number) * 0.08) }
    #expect(counts.areInSteps(1) == isFound)
    #expect(!counts.areInSteps(0))
  }

  @Test(
    "Frames of video with one step are refused, whatever the side of its blocks",
    arguments: [4, 8, 16, 32], [(12.0, 20.0), (6, 8)])
  func video(_ side: Int, _ noise: (sigma: Double, step: Double)) {
    let shape = FrameShape(width: 256, height: 192, bits: 8)
    let frames = (0..<2).map {
      Bell.frame(shape, sigma: noise.sigma, seed: $0)
        .coded(side: side, step: noise.step, crop: (5, 3))
    }
    let refusal = refusal(frames)
    // One step is a table of steps, too.
    let what = side > 8 ? "video with blocks of \(side) by \(side) samples" : "JPEG or video"
    #expect(
      refusal?.hasPrefix("the frames were decoded from \(what)") == true, "\(refusal ?? "taken")")
  }

  @Test("One frequency in steps is not yet a transform")
  func oneFrequency() {
    let random = Seeded(seed: 37)
    let shape = FrameShape(width: 256, height: 192, bits: 8)
    let frames = (0..<2).map { number in
      let signs = (0..<768).map { _ in Double(random.number(in: -1...1)) }
      return Bell.frame(shape, sigma: 1, seed: number).changed { samples in
        for index in samples.indices {
          let (x, y) = (index % 256, index / 256)
          let wave = cos(Double(2 * x + 1) * 3 * .pi / 16) * cos(Double(2 * y + 1) * 2 * .pi / 16)
          let sample = Double(samples[index]) + 6 * wave * signs[y / 8 * 32 + x / 8]
          samples[index] = UInt16(sample.rounded())
        }
      }
    }
    let transform = BlockTransform(frames)
    #expect(transform.frequencies().contains { $0 > 0 })
    #expect(throws: Never.self) { try transform.checkPicture() }
  }

  @Test("Frames without a block at every place of the grid are not judged")
  func small() {
    let strip = Frame(FrameShape(width: 128, height: 14, bits: 8))
    #expect(refusal([strip, strip]) == nil)
    #expect(refusal([]) == nil)
  }

  @Test("The transform is the one that JPEG uses")
  func transform() {
    // A single sample's transform is the product of two cosines: u = 3, v = 2 at x = 1, y = 4.
    let frame = Frame(FrameShape(width: 24, height: 24, bits: 8)).changed { $0[9 * 24 + 4] += 100 }
    let expected = 25 * cos(3.0 * 3 * .pi / 16) * cos(9.0 * 2 * .pi / 16)
    var found = 0
    CosineTransform(side: 8).forEach([24, 32], left: 3, frame) { top, v, u, sizes in
      #expect(sizes[2].isNaN)
      guard (v, u) == (2, 3) else { return }
      // The sample is in the first block only, and there in row 4 if the block is 4 rows lower.
      #expect(abs(sizes[1]) < 1e-4)
      if top == 4 { #expect(abs(Double(sizes[0]) - expected) < 1e-4) }
      found += 1
    }
    #expect(found == 8)
  }
}

import FrameFixtures
import TestSupport
import Testing

@testable import Entropy

@Suite("Parts of a frame that came before")
struct KnownStretchesTests {
  private static let (width, height) = (256, 200)

  /// Normal noise with a standard deviation of 3, which has 2.9 bits a sample.
  private func noise(_ width: Int, _ height: Int, seed: Int) -> Frame {
    Bell.frame(FrameShape(width: width, height: height, bits: 8), seed: seed)
  }

  private func noise(seed: Int) -> Frame {
    noise(KnownStretchesTests.width, KnownStretchesTests.height, seed: seed)
  }

  /// The verdict on the last of `frames`.
  private func repeatedPart(_ frames: [Frame], credited: Double = 1.4) -> Double? {
    var stretches = KnownStretches(credited: credited)
    for frame in frames.dropLast() { #expect(stretches.repeatedPart(of: frame) == nil) }
    return stretches.repeatedPart(of: frames.last!)
  }

  @Test("Noise never comes twice, whatever it is credited with", arguments: [0.3, 0.5, 1.4])
  func fresh(_ entropy: Double) {
    let frames = (0..<6).map { noise(seed: $0) }
    #expect(repeatedPart(frames, credited: entropy) == nil)
  }

  @Test("Rows of an earlier frame are found")
  func torn() {
    let old = noise(seed: 1)
    let torn = noise(seed: 3).changed { samples in
      for index in samples.count * 9 / 10..<samples.count {
        samples[index] = old.withSamples { $0[index] }
      }
    }
    let percent = repeatedPart([old, noise(seed: 2), torn])
    #expect(percent.map { (5...15).contains($0) } == true, "\(percent ?? 0) %")
  }

  @Test("A still picture that is moved is found")
  func moved() {
    let (width, height) = (KnownStretchesTests.width, KnownStretchesTests.height)
    let picture = noise(width + 40, height + 40, seed: 4)
    let frames = [(0, 0), (17, 23)].map { x, y in
      Frame(FrameShape(width: width, height: height, bits: 8)).changed { samples in
        for index in samples.indices {
          let place = (index / width + y) * (width + 40) + index % width + x
          // With another brightness, too.
          samples[index] = picture.withSamples { $0[place] } + UInt16(x / 8)
        }
      }
    }
    let percent = repeatedPart(frames)
    #expect((percent ?? 0) > 20, "\(percent ?? 0) %")
  }

  @Test("One converter's samples under two names are found in the first frame")
  func twins() {
    let frame = noise(seed: 5)
    let twins = frame.changed { samples in
      for index in samples.count / 2..<samples.count {
        samples[index] = frame.withSamples { $0[index - samples.count / 2] }
      }
    }
    let percent = repeatedPart([twins])
    #expect(percent.map { $0 > 40 } == true, "\(percent ?? 0) %")
  }

  @Test("Dead rows are tolerated")
  func deadRows() {
    let frames = (0..<4).map { number in
      noise(seed: number).changed { samples in
        for index in 0..<4 * KnownStretchesTests.width { samples[index] = 90 }
      }
    }
    #expect(repeatedPart(frames) == nil)
  }
}

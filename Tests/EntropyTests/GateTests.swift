import FrameFixtures
import Glibc
import Pad
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("The gate")
struct GateTests {
  /// Fewer samples than the standard asks for, for speed.
  static let gate = Gate(sampleCount: 5000)

  private func refusal(_ scene: Scene) -> String? { refusal(scene.frames(8, seed: 7)) }

  private func refusal(_ frames: [Frame]) -> String? {
    do throws(EntropyError) {
      _ = try GateTests.gate.judge(frames)
      return nil
    } catch { return error.what }
  }

  @Test(
    "Noise is accepted whatever lies beneath it", arguments: [Scene.white, .pattern, .drift, .ramp])
  func taken(_ scene: Scene) throws {
    let bound = try GateTests.gate.judge(scene.frames(8, seed: 7))
    let ties = try #require(bound.limits.first { $0.source == "ties between frames" })
    #expect(bound.credited <= ties.entropy / 2)
    #expect(bound.credited > 0.3)
  }

  @Test(
    "Samples without noise, or without noise of their own, are refused with the reason",
    arguments: [
      (Scene.rowNoise, "in a row are alike too often"), (.stillPattern, "too little noise: 0.000"),
      (.shifted, "differ by multiples of 16"),
      (.copiedBits, "the low bits of samples 5 apart"), (.repeated, "frames 1 and 3 are the same"),
      (.stuck, "the same value"), (.quiet, "too little noise: 0.0"),
    ])
  func refused(_ scene: Scene, _ why: String) {
    #expect(refusal(scene)?.contains(why) == true, "\(refusal(scene) ?? "taken")")
  }

  @Test("A changed copy of another frame is refused, however far apart they are")
  func changedCopy() throws {
    var frames = Scene.white.frames(8, seed: 7)
    frames[6] = frames[1].changed { samples in
      for index in 0..<samples.count / 10 { samples[index] = frames[6].withSamples { $0[index] } }
    }
    do throws(EntropyError) {
      _ = try GateTests.gate.judge(frames)
      Issue.record("a copy with changes was taken")
    } catch {
      #expect(error.what == "frames 2 and 7 are the same, or nearly")
    }
  }

  @Test(
    "Noise that two places share is found wherever the other place is",
    arguments: [
      TieRelation.across(9), .down(3), .diagonal(5, isLeft: false), .diagonal(31, isLeft: true),
      .mirrored(isAcross: true, isDown: false), .mirrored(isAcross: false, isDown: true),
      .mirrored(isAcross: true, isDown: true),
    ])
  func commonNoise(_ relation: TieRelation) throws {
    let frames = Scene.white.frames(8, seed: 17).map { $0.sharing(relation) }
    let pairs = zip(frames, frames.dropFirst()).map { FramePair($0, $1) }
    let found = #expect(throws: EntropyError.self) { try TieCorrelation(frames, pairs).check() }
    guard case .dependentNeighbours(relation, _)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(refusal(frames)?.contains("alike too often") == true)
  }

  @Test("Noise that is stronger in one half is not noise that places share")
  func uneven() throws {
    let shape = FrameShape(width: 320, height: 240, bits: 8)
    let frames = (0..<8).map { number in
      let strong = Bell.frame(shape, sigma: 20, seed: 100 + number)
      return Bell.frame(shape, sigma: 2, seed: number).changed { samples in
        for index in samples.indices where index % 320 >= 160 {
          samples[index] = strong.withSamples { $0[index] }
        }
      }
    }
    let pairs = zip(frames, frames.dropFirst()).map { FramePair($0, $1) }
    let greatest = try TieCorrelation(frames, pairs).check()
    #expect(greatest < 1.1, "\(greatest)")
  }

  @Test(
    "Ties measure the noise, not what lies beneath it",
    arguments: [Scene.white, .pattern, .drift, .ramp], [1.0, 3])
  func ties(_ scene: Scene, _ sigma: Double) {
    let frames = scene.frames(2, sigma: sigma, seed: 13)
    let pair = FramePair(frames[0], frames[1])
    // Two samples tie with probability 1 / (2σ√π).
    #expect(abs(pair.plainEntropy - log2(2 * sigma * Double.pi.squareRoot())) < 0.2)
    #expect(pair.entropy < pair.plainEntropy)
    let shift = scene == .drift ? 7 : 0
    #expect(pair.shifts.count == Scene.shape.height)
    #expect(pair.shifts.allSatisfy { abs($0 - shift) <= 1 })
  }

  @Test("Differences are the same if every frame is brighter than the one before")
  func drift() {
    let views = [Scene.white, .drift].map { scene in
      let frames = scene.frames(3, sigma: 1, seed: 7)
      let pairs = zip(frames, frames.dropFirst()).map { FramePair($0, $1) }
      return SampleView.differences.samples(of: frames, pairs, count: 10_000).withBytes { bytes in
        bytes.indices.map { bytes[$0] }
      }
    }
    #expect(views[0].count == 10_000 && views[0] == views[1])
  }

  @Test("Every limit is checked, and the pair of frames with the least entropy counts")
  func limits() throws {
    var frames = Scene.white.frames(8, seed: 7)
    // A pair with less noise between its frames than the others have.
    frames[3] = Scene.white.frames(8, sigma: 2, seed: 8)[3]
    frames[4] = Scene.white.frames(8, sigma: 2, seed: 9)[4]
    let bound = try GateTests.gate.judge(frames)
    let pairs = zip(frames, frames.dropFirst()).map { FramePair($0, $1).entropy }
    #expect(bound.limits[0].entropy == pairs.min() && pairs.min() == pairs[3])
    let names = bound.limits.map { String($0.source.split(separator: ", ").last!) }
    #expect(
      names == [
        "ties between frames", "the guess from other frames", "in raster order",
        "in time order per pixel", "of frame differences",
      ])
    #expect(bound.least.entropy == bound.limits.map(\.entropy).min())
  }

  @Test("Flickering patterns are not noise, whatever their differences look like")
  func flicker() throws {
    var bell = Bell(Seeded(seed: 23))
    let patterns = (0..<2).map { _ in (0..<Scene.shape.count).map { _ in bell.next() * 50 } }
    let frames = (0..<8).map { _ in
      let gains = [bell.next(), bell.next()]
      return Frame(Scene.shape).changed { samples in
        for index in samples.indices {
          let light = 600 + gains[0] * patterns[0][index] + gains[1] * patterns[1][index]
          samples[index] = UInt16(max(0, (light + bell.next() * 0.4).rounded()))
        }
      }
    }
    // The noise in it has about 1.2 bits a sample, and the ties see more than 4.
    let limit = LinearGuess.estimate(frames)
    #expect(limit < 2.5, "\(limit)")
    let ties = zip(frames, frames.dropFirst()).map { FramePair($0, $1).entropy }
    #expect(ties.min()! > 4)
    #expect(LinearGuess.estimate(Scene.white.frames(8, seed: 3)) > 2.3)
    let bound = try? GateTests.gate.judge(frames)
    #expect((bound?.entropy ?? 0) <= limit)
  }

  @Test("A still picture that is moved is refused")
  func moved() {
    let width = Scene.shape.width
    let picture = Scene.white.frames(8, seed: 19)
    let frames = (0..<8).map { number in
      Frame(Scene.shape).changed { samples in
        for index in samples.indices {
          // The rows of one picture after another, starting from a different row each time.
          let place = index + number * 7 * width
          samples[index] = picture[place / samples.count].withSamples { $0[place % samples.count] }
        }
      }
    }
    #expect(
      refusal(frames)?.contains("of a frame repeats parts of an earlier picture") == true,
      "\(refusal(frames) ?? "taken")")
  }

  @Test("More noise gets more credit, up to what a sample holds", arguments: [1.0, 3, 12])
  func sigma(_ sigma: Double) throws {
    let bound = try GateTests.gate.judge(Scene.white.frames(8, sigma: sigma, seed: 11))
    // Min-entropy of a normal distribution in steps of one, halved.
    let most = log2(sigma * (2 * Double.pi).squareRoot()) / 2
    #expect(bound.credited < most)
    // With so few samples, the estimators' limits are wide.
    #expect(bound.credited > most / 4)
  }

  @Test("Too few frames, and frames with hardly any noise, are refused")
  func little() throws {
    let frames = Scene.white.frames(3, seed: 1)
    #expect(throws: EntropyError.self) { try GateTests.gate.judge(frames) }
    // Many values, but each pixel nearly always has the same one.
    for quiet in [Scene.pattern.frames(8, sigma: 0.25, seed: 1), Capture.quiet.frames(8)] {
      let refusal = refusal(quiet)
      #expect(refusal?.contains("too little noise: 0.") == true, "\(refusal ?? "taken")")
    }
  }

  @Test("Under the upper limit of a share, such a share is unlikely")
  func upperLimit() {
    // Chernoff's bound at the limit itself: n·D = 40·ln 2.
    let p = FramePair.upperLimit(0.1, count: 10_000)
    let divergence = 0.1 * log(0.1 / p) + 0.9 * log(0.9 / (1 - p))
    #expect(abs(divergence * 10_000 - 40 * log(2)) < 1e-6)
    #expect(p > 0.1 && p < 0.13)
    #expect(FramePair.upperLimit(0, count: 100) > 0.2)
  }

  @Test("The real CCD is credited with about 1 bit, and the real CMOS sensor is refused")
  func realFrames() throws {
    for (sensor, isTaken) in [("ccd12", true), ("cmos8", false)] {
      guard let frames = try RealFrames.read(sensor) else { continue }
      do throws(EntropyError) {
        // Fewer than the standard's million: this runs in debug builds too.
        let bound = try Gate(sampleCount: 20_000, leastFrames: 4).judge(frames)
        #expect(isTaken)
        #expect(bound.credited > 0.8 && bound.credited < 1.4, "\(bound.credited)")
      } catch { #expect(!isTaken && error.what.contains("too little noise: 0.0"), "\(error)") }
    }
  }
}

extension Frame {
  /// A copy in which every other sample repeats the one at the related place, and the rest are
  /// unchanged.
  fileprivate func sharing(_ relation: TieRelation) -> Frame {
    let (width, height) = (shape.width, shape.height)
    return changed { samples in
      for index in samples.indices {
        let (x, y) = (index % width, index / width)
        let (otherX, otherY) =
          switch relation {
          case .across(let distance): (x - distance, y)
          case .down(let distance): (x, y - distance)
          case .diagonal(let distance, false): (x - distance, y - distance)
          case .diagonal(let distance, true): (x + distance, y - distance)
          case .mirrored(true, false): (width - 1 - x, y)
          case .mirrored(let isAcross, _): (isAcross ? width - 1 - x : x, height - 1 - y)
          }
        guard (0..<width).contains(otherX), (0..<height).contains(otherY) else { continue }
        // If this place is even, the other one is odd.
        if (otherX == x ? y : x) % 2 == 0 { samples[index] = samples[otherY * width + otherX] }
      }
    }
  }
}

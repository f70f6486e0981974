import FrameFixtures
import TestSupport
import Testing

@testable import Entropy
@testable import vernam

@Suite("Faults of a sensor that begin once past the gate")
struct LaterFaultTests {
  @Test("Old pictures in a loop are noticed, even with a counter in them")
  func rotation() throws {
    let fresh = Scene.white.frames(40, seed: 3)
    for (length, isNoticed) in [(1, true), (4, true), (33, true), (40, false)] {
      let old = (0..<3).map { number in
        fresh[fresh.count - length + number % length].changed { $0[0] = UInt16(number) }
      }
      let part = try NoiseMaterial(of: isNoticed ? fresh + old : fresh)
      do {
        _ = try part.drain()
        #expect(!isNoticed, "\(length) old pictures went through")
        #expect(part.dropped == 0)
      } catch { #expect(Failure(error).what.contains("old frame came again"), "\(error)") }
    }
  }

  /// The high bits are noise, the low ones counted along each row, up to `greatest`.
  @Test(
    "Frames with computed low bits are noticed even if they come after noise",
    arguments: [(3, "the low bits of samples 1"), (0, "all samples are multiples of 4 apart")])
  func computed(_ greatest: Int, _ why: String) throws {
    let (random, width) = (Seeded(seed: 5), Scene.shape.width)
    let computed = (0..<4).map { _ in
      Frame(Scene.shape).changed { samples in
        for index in samples.indices {
          let high = random.number(in: 25...40)
          let low = min(greatest, index % width * 3 % 4)
          samples[index] = UInt16(4 * high + low)
        }
      }
    }
    let part = try NoiseMaterial(of: Scene.white.frames(8, seed: 3) + computed, period: 1)
    do {
      _ = try part.drain()
      Issue.record("computed frames went through")
    } catch { #expect(Failure(error).what.contains("while it was read (\(why)"), "\(error)") }
  }

  @Test("Noise that only half the sensor records, once past the gate, is noticed")
  func mirroredLater() throws {
    let (frames, width) = (Scene.white.frames(12, seed: 3), Scene.shape.width)
    let half = frames.suffix(6).map { frame in
      frame.changed { samples in
        for index in samples.indices where index % width >= width / 2 {
          let column = index % width
          samples[index] = samples[index - column + width - 1 - column]
        }
      }
    }
    let part = try NoiseMaterial(of: Array(frames.prefix(6)) + half, period: 1)
    do {
      _ = try part.drain()
      Issue.record("mirrored frames went through")
    } catch {
      #expect(Failure(error).what.contains("samples at mirrored positions are alike too often"), "\(error)")
    }
  }

  @Test("Torn frames, and decoded ones, are noticed once past the gate")
  func laterFaults() throws {
    let shape = FrameShape(width: 256, height: 128, bits: 8)
    let frames = (0..<12).map { Bell.frame(shape, seed: $0) }
    let torn = (8..<12).map { number in
      frames[number].changed { samples in
        for index in samples.count * 15 / 16..<samples.count {
          samples[index] = frames[number - 4].withSamples { $0[index] }
        }
      }
    }
    let decoded = frames.suffix(4).map { $0.compressed(quality: 75) }
    for (faulty, why) in [(torn, "parts of a frame came before"), (decoded, "decoded from JPEG")] {
      let part = try NoiseMaterial(of: Array(frames.prefix(8)) + faulty, period: 1)
      do {
        _ = try part.drain()
        Issue.record("\(why): went through")
      } catch { #expect(Failure(error).what.contains(why), "\(error)") }
    }
  }

  @Test("The last frames are checked once more for what is only checked rarely")
  func decodedLast() throws {
    let shape = FrameShape(width: 256, height: 128, bits: 8)
    let frames = (0..<12).map { Bell.frame(shape, sigma: 10, seed: $0) }
    let decoded = frames.suffix(4).map { $0.compressed(quality: 65) }
    try #expect(NoiseMaterial(of: frames).refusal() == nil)
    let found = try NoiseMaterial(of: Array(frames.prefix(8)) + decoded).refusal()
    #expect(found?.contains("decoded from JPEG") == true, "\(found ?? "taken")")
  }

  @Test("A fault that is not checked in every frame ends it at once: those before were used")
  func lateFault() throws {
    let width = Scene.shape.width
    var frames = Scene.white.frames(46, seed: 3)
    // The frame that is judged, and the one before it.
    let judged = FrameWatch.period / Scene.shape.count
    for place in judged - 1...judged {
      frames[place] = frames[place].changed { samples in
        for index in samples.indices where index % width >= width / 2 {
          let column = index % width
          samples[index] = samples[index - column + width - 1 - column]
        }
      }
    }
    let found = try NoiseMaterial(of: frames).refusal()
    #expect(
      found?.contains("samples at mirrored positions are alike too often") == true, "\(found ?? "taken")")
    let once = try NoiseMaterial(of: frames, period: 1)
    #expect(once.refusal() == nil && once.dropped == 1)
  }

  @Test("A frame that lacks the rarest values is not mistaken for a clipped one")
  func rareValues() throws {
    let random = Seeded(seed: 4)
    func frame(_ hasAll: Bool) -> Frame {
      Frame(Scene.shape).changed { samples in
        for index in samples.indices {
          let value = random.number(in: 2...97) / 16 + 1
          let rare = random.number(in: 1...100)
          samples[index] = UInt16(hasAll && rare <= 4 ? (rare <= 2 ? 0 : 8) : value)
        }
      }
    }
    let frames = (0..<12).map { frame($0 < 9) }
    let part = try NoiseMaterial(of: frames, period: 1)
    #expect(part.refusal() == nil && part.dropped == 0)
  }
}

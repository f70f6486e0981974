import FrameFixtures
import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Frames that are tested as they are extracted")
struct LiveTests {
  @Test("A frame that comes again later is dropped, and the third repeat in a row ends it")
  func frozen() throws {
    let frames = Scene.white.frames(8, seed: 3)
    let part = try material(frames + [frames[7]])
    let fewer = try drain(material(frames)).count
    try #expect(drain(part).count == fewer)
    #expect(part.dropped == 1)
    let stuck = try material(frames + [frames[7], frames[7], frames[7]])
    do throws(EntropyError) {
      _ = try drain(stuck)
      Issue.record("a frozen sensor went through")
    } catch { #expect(error.what.contains("the same frame came twice")) }
  }

  @Test("Failures too frequent for chance end it, even with good frames between them")
  func rarity() throws {
    let fresh = Scene.white.frames(40, seed: 3)
    var often = Array(fresh.prefix(8))
    for frame in fresh[8..<16] { often += [frame, frame] }
    do throws(EntropyError) {
      _ = try drain(material(often))
      Issue.record("every other frame was dropped")
    } catch { #expect(error.what.contains("the same frame came twice"), "\(error)") }
    let rarely = try material(fresh + [fresh[39], fresh[38]])
    _ = try drain(rarely)
    #expect(rarely.dropped == 2)
  }

  @Test("A frame with rows of a single value fails the repetition test and is dropped")
  func dead() throws {
    let frames = Scene.white.frames(9, seed: 3)
    let dead = frames[8].changed { samples in for index in 0..<192 { samples[index] = 100 } }
    let part = try material(frames.prefix(8) + [dead])
    let count = try drain(part).count
    #expect(part.dropped == 1)
    try #expect(count == drain(material(Array(frames.prefix(8)))).count)
  }

  @Test("Old pictures in a loop are noticed, even with a counter in them")
  func rotation() throws {
    let fresh = Scene.white.frames(40, seed: 3)
    for (length, isNoticed) in [(1, true), (4, true), (33, true), (40, false)] {
      let old = (0..<3).map { number in
        fresh[fresh.count - length + number % length].changed { $0[0] = UInt16(number) }
      }
      let part = try material(isNoticed ? fresh + old : fresh)
      do throws(EntropyError) {
        _ = try drain(part)
        #expect(!isNoticed, "\(length) old pictures went through")
        #expect(part.dropped == 0)
      } catch { #expect(error.what.contains("old frame came again"), "\(error)") }
    }
  }

  /// The high bits are noise, the low ones counted along each row, up to `greatest`.
  @Test(
    "Frames with computed low bits are noticed even if they come after noise",
    arguments: [
      (3, "the low bits of samples 1"), (0, "the values of all samples differ by multiples of 4"),
    ])
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
    let part = try material(Scene.white.frames(8, seed: 3) + computed, period: 1)
    do throws(EntropyError) {
      _ = try drain(part)
      Issue.record("computed frames went through")
    } catch { #expect(error.what.contains("while it was read (\(why)"), "\(error)") }
  }

  @Test("Noise that only half the sensor records, once past the gate, is noticed")
  func mirroredLater() throws {
    let (frames, width) = (Scene.white.frames(14, seed: 3), Scene.shape.width)
    let half = frames.suffix(6).map { frame in
      frame.changed { samples in
        for index in samples.indices where index % width >= width / 2 {
          let column = index % width
          samples[index] = samples[index - column + width - 1 - column]
        }
      }
    }
    let part = try material(Array(frames.prefix(8)) + half, period: 1)
    do throws(EntropyError) {
      _ = try drain(part)
      Issue.record("mirrored frames went through")
    } catch {
      #expect(
        error.what.contains("samples at mirrored positions are alike too often"),
        "\(error)")
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
    for (faulty, why) in [
      (torn, "repeats parts of an earlier one"), (decoded, "decoded from JPEG"),
    ] {
      let part = try material(Array(frames.prefix(8)) + faulty, period: 1)
      do throws(EntropyError) {
        _ = try drain(part)
        Issue.record("\(why): went through")
      } catch { #expect(error.what.contains(why), "\(error)") }
    }
  }

  /// Why material could not be made from all frames; nil if it could.
  private func refusal(_ part: NoiseMaterial) -> String? {
    do throws(EntropyError) {
      _ = try drain(part)
      return nil
    } catch { return error.what }
  }

  @Test("The last frames are checked once more for what is only checked rarely")
  func decodedLast() throws {
    let shape = FrameShape(width: 256, height: 128, bits: 8)
    let frames = (0..<12).map { Bell.frame(shape, sigma: 10, seed: $0) }
    let decoded = frames.suffix(4).map { $0.compressed(quality: 65) }
    try #expect(refusal(material(frames)) == nil)
    let found = try refusal(material(Array(frames.prefix(8)) + decoded))
    #expect(found?.contains("decoded from JPEG") == true, "\(found ?? "taken")")
  }

  @Test("Small frames are checked for JPEG together, once they are decoded")
  func smallDecoded() throws {
    let frames = (0..<20).map { Bell.frame(Scene.shape, seed: $0) }
    let decoded = (20..<130).map {
      Bell.frame(Scene.shape, sigma: 10, seed: $0).compressed(quality: 50)
    }
    let found = try refusal(material(frames + decoded))
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
    let found = try refusal(material(frames))
    #expect(
      found?.contains("samples at mirrored positions are alike too often") == true,
      "\(found ?? "taken")")
    let once = try material(frames, period: 1)
    #expect(refusal(once) == nil && once.dropped == 1)
  }

  @Test(
    "Frames that earlier ones foretell are noticed once past the gate, if lamps light them then")
  func foretold() throws {
    var bell = Bell(Seeded(seed: 6))
    let fields = (0..<2).map { _ in (0..<Scene.shape.count).map { _ in 300 + 40 * bell.next() } }
    let lit = (0..<30).map { _ in
      let gains = fields.map { _ in 1 + bell.next() / 8 }
      return Frame(Scene.shape).changed { samples in
        for index in samples.indices {
          let light = fields[0][index] * gains[0] + fields[1][index] * gains[1]
          samples[index] = UInt16(max(0, light.rounded()))
        }
      }
    }
    let found = try refusal(material(Scene.white.frames(8, sigma: 2, seed: 3) + lit))
    #expect(found?.contains("earlier frames predict it") == true, "\(found ?? "taken")")
  }

  @Test("A sensor that goes quiet later is noticed")
  func quiet() throws {
    let frames = Scene.white.frames(8, seed: 3) + Scene.quiet.frames(4, seed: 4)
    let part = try material(frames)
    do throws(EntropyError) {
      _ = try drain(part)
      Issue.record("no noise went through")
    } catch { #expect(error.what.contains("failed a test while it was read"), "\(error)") }
  }
}

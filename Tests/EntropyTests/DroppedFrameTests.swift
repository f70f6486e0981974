import FrameFixtures
import Testing

@testable import Entropy
@testable import vernam

@Suite("Frames that are dropped, and when that ends it")
struct DroppedFrameTests {
  @Test("A frame that comes again later is dropped, and the third repeat in a row ends it")
  func frozen() throws {
    let frames = Scene.white.frames(8, seed: 3)
    let part = try NoiseMaterial(of: frames + [frames[7]])
    let fewer = try NoiseMaterial(of: frames).drain().count
    try #expect(part.drain().count == fewer)
    #expect(part.dropped == 1)
    let stuck = try NoiseMaterial(of: frames + [frames[7], frames[7], frames[7]])
    do {
      _ = try stuck.drain()
      Issue.record("a frozen sensor went through")
    } catch { #expect(Failure(error).what.contains("the same frame came twice")) }
  }

  @Test("Failures too frequent for chance end it, even with good frames between them")
  func rarity() throws {
    let fresh = Scene.white.frames(40, seed: 3)
    var often = Array(fresh.prefix(8))
    for frame in fresh[8..<16] { often += [frame, frame] }
    do {
      _ = try NoiseMaterial(of: often).drain()
      Issue.record("every other frame was dropped")
    } catch { #expect(Failure(error).what.contains("the same frame came twice"), "\(error)") }
    let rarely = try NoiseMaterial(of: fresh + [fresh[39], fresh[38]])
    _ = try rarely.drain()
    #expect(rarely.dropped == 2)
  }

  @Test("A frame with rows of a single value fails the repetition test and is dropped")
  func dead() throws {
    let frames = Scene.white.frames(9, seed: 3)
    let dead = frames[8].changed { samples in for index in 0..<192 { samples[index] = 100 } }
    let part = try NoiseMaterial(of: frames.prefix(8) + [dead])
    let count = try part.drain().count
    #expect(part.dropped == 1)
    try #expect(count == NoiseMaterial(of: Array(frames.prefix(8))).drain().count)
  }

  @Test("A sensor that goes quiet later is noticed")
  func quiet() throws {
    let frames = Scene.white.frames(6, seed: 3) + Scene.quiet.frames(4, seed: 4)
    let part = try NoiseMaterial(of: frames)
    do {
      _ = try part.drain()
      Issue.record("no noise went through")
    } catch { #expect(Failure(error).what.contains("failed a test while it was read"), "\(error)") }
  }
}

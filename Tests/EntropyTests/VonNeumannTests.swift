import FrameFixtures
import Testing

@testable import Entropy

@Suite("Von Neumann on two low bits")
struct VonNeumannTests {
  @Test("Von Neumann's recipe fails on the real frames, and says so")
  func classical() throws {
    for sensor in ["ccd12", "cmos8"] {
      guard let frames = try RealFrames.read(sensor) else { continue }
      let part = VonNeumannMaterial(Recording(Array(frames.prefix(2))))
      var bytes = [UInt8](repeating: 0, count: 20_000)
      var span = bytes.mutableSpan
      _ = try part.add(to: &span)
      #expect(abs(part.deviation) > 10, "\(part.deviation)")
    }
  }

  @Test("Low bits of 1 give a 0 and those of 2 a 1; those of 0 and 3 give nothing")
  func vonNeumann() throws {
    let frame = Frame(FrameShape(width: 1024, height: 1, bits: 8))
    frame.withMutableSamples { samples in
      for (place, value) in [4, 5, 6, 7, 6, 5, 0, 3, 1, 1, 2, 2, 5, 6, 8, 9, 1].enumerated() {
        samples[place] = UInt16(value)
      }
    }
    let part = VonNeumannMaterial(Recording([frame]))
    var bytes: [UInt8] = [0, 0, 0]
    var span = bytes.mutableSpan
    try #expect(part.add(to: &span) == 1)
    #expect(bytes[0] == 0b0110_0011)
  }
}

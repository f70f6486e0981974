import FrameFixtures
import Pad
import TestSupport
import Testing

@testable import Entropy
@testable import vernam

@Suite("Material from frames")
struct NoiseMaterialTests {
  @Test("Frames with hardly any samples are refused at the first one", arguments: [1, 1023, 1024])
  func small(_ count: Int) throws {
    let frame = Frame(FrameShape(width: 1, height: count, bits: 8))
    let recording = Recording([frame, frame])
    let isSmall = count < 1024
    let error = #expect(throws: EntropyError.self) {
      let key = KeyStream(SecretBytes(count: 32))
      _ = try NoiseMaterial(recording, gate: GateTests.gate, seed: key)
    }
    #expect(error?.what.contains("fewer than 1024 samples") == isSmall)
    #expect((recording.next() != nil) == isSmall)
    let classical = VonNeumannMaterial(Recording([frame, frame]))
    var bytes: [UInt8] = [0]
    var span = bytes.mutableSpan
    let refusal = Result { try classical.add(to: &span) }
    #expect((try? refusal.get()) == (isSmall ? nil : 0))
  }

  @Test("Each block gives its bytes, and they look random")
  func bytes() throws {
    let part = try NoiseMaterial(of: Scene.white.frames(30, seed: 3))
    let bytes = try part.drain()
    #expect(part.frames == 30 && part.dropped == 0)
    #expect(part.blocks == 30 * Scene.shape.count / part.plan.samples)
    #expect(bytes.count == part.blocks * part.plan.outputBytes)
    #expect(part.security < 100 && part.security > 94)
    var battery = Battery()
    battery.add(bytes.span)
    let failing = battery.results().filter { $0.verdict == .fail }
    #expect(failing.isEmpty, "\(failing)")
  }

  @Test("Output from the real CCD frames looks random even without the kernel's bytes")
  func realFrames() throws {
    guard let frames = try RealFrames.read("ccd12") else { return }
    let key = KeyStream(SecretBytes(copying: [UInt8](repeating: 1, count: 32).span))
    let part = try NoiseMaterial(Recording(frames), gate: Gate(sampleCount: 20_000), seed: key)
    var battery = Battery()
    let bytes = try part.drain()
    battery.add(bytes.span)
    let failing = battery.results().filter { $0.verdict == .fail }
    #expect(bytes.count > 20_000 && failing.isEmpty, "\(bytes.count) \(failing)")
  }

  @Test("The samples of a block come from all over the frame, each in one block")
  func stride() {
    for (width, height) in [(640, 480), (1024, 1024), (96, 64), (1, 1024), (8192, 1), (641, 480)] {
      let shape = FrameShape(width: width, height: height, bits: 8)
      let stride = NoiseMaterial.stride(of: shape, block: 8192)
      #expect(stride * 8192 >= shape.count)
      #expect(stride < shape.count / 8192 + 8)
      // Across rows and columns alike: it shares no factor with the width.
      let shared = (1...stride).filter { stride % $0 == 0 && width % $0 == 0 }
      #expect(shared == [1])
    }
  }
}

import FrameFixtures
import Pad
import System
import TestSupport
import Testing
import Wording

@testable import Entropy

@Suite("Extraction")
struct ExtractionTests {
  @Test(
    "The product is the same as bit by bit, on both paths",
    arguments: [(1, 1), (1, 3), (2, 1), (7, 4), (16, 5)])
  func toeplitz(_ inputs: Int, _ outputs: Int) {
    let random = Seeded(for: "toeplitz")
    let seed = SecretBytes(random: (inputs + outputs) * 8, from: random)
    let block = SecretWords(bytes: SecretBytes(random: inputs * 8, from: random))
    let expected = naive(seed, block.bytes, outputs * 64)
    for isPortable in [false, true] where isPortable || CarrylessProduct.isFast {
      let extractor = ToeplitzExtractor(
        inputWords: inputs, outputWords: outputs, seed: seed, isPortable: isPortable)
      var result = [UInt64](repeating: 0, count: outputs)
      var span = result.mutableSpan
      extractor.extract(block, into: &span)
      #expect(result == expected)
    }
  }

  /// Row i times the block: the sum of s[n + i − j]·x[j].
  private func naive(
    _ seed: borrowing SecretBytes, _ block: borrowing SecretBytes, _ bits: Int
  ) -> [UInt64] {
    func bit(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
      UInt64(bytes[index / 8] >> UInt8(index % 8) & 1)
    }
    let count = block.count * 8
    var result = [UInt64](repeating: 0, count: bits / 64)
    seed.withBytes { seed in
      block.withBytes { block in
        for row in 0..<bits {
          var sum: UInt64 = 0
          for column in 0..<count { sum ^= bit(seed, count + row - column) & bit(block, column) }
          result[row / 64] |= sum << UInt64(row % 64)
        }
      }
    }
    return result
  }

  @Test("A block gives 200 bits less than it is credited with", arguments: [0.1, 0.8, 1.3, 6.5])
  func plan(_ entropy: Double) {
    let plan = ExtractionPlan(entropy: entropy, bits: 12)
    let credit = Double(plan.samples) * entropy
    #expect(plan.outputWords > 0)
    #expect(Double(plan.outputWords * 64) <= credit - 200)
    #expect(Double(plan.outputWords * 64) > credit - 265)
  }

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
    let part = try material(Scene.white.frames(30, seed: 3))
    let bytes = try drain(part)
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
    let bytes = try drain(part)
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

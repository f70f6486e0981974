import FrameFixtures
import Glibc
import Pad
import System
import TestSupport
import Testing
import Wording

@testable import Entropy
@testable import vernam

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

  @Test("The cutoffs of the health tests follow the formulas")
  func cutoffs() {
    // qbinom(1 − 2⁻³⁰, 511, 1/2) is 323 by an exact sum.
    let one = HealthTests(entropy: 1)
    #expect(one.repetitionCutoff == 31)
    #expect(one.proportionCutoff == 2 + exactQuantile(0.5))
    #expect(HealthTests(entropy: 2).proportionCutoff == 2 + exactQuantile(0.25))
    #expect(HealthTests(entropy: 0.1).repetitionCutoff == 301)
  }

  /// The quantile, summed from the top with exact probabilities by Pascal's rule.
  private func exactQuantile(_ p: Double) -> Int {
    var chances = [1.0]
    for _ in 0..<511 {
      chances = (0...chances.count).map { k in
        (k < chances.count ? chances[k] * (1 - p) : 0) + (k > 0 ? chances[k - 1] * p : 0)
      }
    }
    var above = 0.0
    for k in (0..<512).reversed() {
      above += chances[k]
      if above > exp2(-30) { return k }
    }
    return 0
  }

  @Test("Too many equal samples fail, in a row and in a window")
  func health() {
    var row = HealthTests(entropy: 1)
    let verdicts = (0..<31).map { _ in row.fails(5) }
    #expect(verdicts.firstIndex(of: true) == 30)
    var window = HealthTests(entropy: 1)
    // Three of four: never four in a row.
    let fails = (0..<512).contains { window.fails($0 % 4 == 3 ? 9 : 5) }
    #expect(fails)
    var fair = HealthTests(entropy: 1)
    let random = Seeded(for: "health")
    let isAlarm = (0..<20_000).contains { _ in fair.fails(random.number(in: 0...3)) }
    #expect(!isAlarm)
  }

  private func material(
    _ frames: [Frame], period: Int = FrameWatch.period
  ) throws -> NoiseMaterial {
    let key = KeyStream(SecretBytes(copying: [UInt8](repeating: 1, count: 32).span))
    return try NoiseMaterial(Recording(frames), gate: GateTests.gate, seed: key, period: period)
  }

  private func drain(_ part: NoiseMaterial) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var span = bytes.mutableSpan
    let count = try part.add(to: &span)
    return Array(bytes.prefix(count))
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

  @Test("A frame that comes again later is dropped, and the third repeat in a row ends it")
  func frozen() throws {
    let frames = Scene.white.frames(8, seed: 3)
    let part = try material(frames + [frames[7]])
    let fewer = try drain(material(frames)).count
    try #expect(drain(part).count == fewer)
    #expect(part.dropped == 1)
    let stuck = try material(frames + [frames[7], frames[7], frames[7]])
    do {
      _ = try drain(stuck)
      Issue.record("a frozen sensor went through")
    } catch { #expect(Failure(error).what.contains("the same frame came twice")) }
  }

  @Test("Failures too frequent for chance end it, even with good frames between them")
  func rarity() throws {
    let fresh = Scene.white.frames(40, seed: 3)
    var often = Array(fresh.prefix(8))
    for frame in fresh[8..<16] { often += [frame, frame] }
    do {
      _ = try drain(material(often))
      Issue.record("every other frame was dropped")
    } catch { #expect(Failure(error).what.contains("the same frame came twice"), "\(error)") }
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

  @Test("Old pictures in a loop are noticed, even with a counter in them")
  func rotation() throws {
    let fresh = Scene.white.frames(40, seed: 3)
    for (length, isNoticed) in [(1, true), (4, true), (33, true), (40, false)] {
      let old = (0..<3).map { number in
        fresh[fresh.count - length + number % length].changed { $0[0] = UInt16(number) }
      }
      let part = try material(isNoticed ? fresh + old : fresh)
      do {
        _ = try drain(part)
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
    let part = try material(Scene.white.frames(8, seed: 3) + computed, period: 1)
    do {
      _ = try drain(part)
      Issue.record("computed frames went through")
    } catch { #expect(Failure(error).what.contains("while it was read (\(why)"), "\(error)") }
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
    do {
      _ = try drain(part)
      Issue.record("mirrored frames went through")
    } catch {
      #expect(
        Failure(error).what.contains("samples at mirrored positions are alike too often"),
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
      do {
        _ = try drain(part)
        Issue.record("\(why): went through")
      } catch { #expect(Failure(error).what.contains(why), "\(error)") }
    }
  }

  /// Why material could not be made from all frames; nil if it could.
  private func refusal(_ part: NoiseMaterial) -> String? {
    do {
      _ = try drain(part)
      return nil
    } catch { return Failure(error).what }
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
    #expect(found?.contains("earlier frames foretell it") == true, "\(found ?? "taken")")
  }

  @Test("A sensor that goes quiet later is noticed")
  func quiet() throws {
    let frames = Scene.white.frames(8, seed: 3) + Scene.quiet.frames(4, seed: 4)
    let part = try material(frames)
    do {
      _ = try drain(part)
      Issue.record("no noise went through")
    } catch { #expect(Failure(error).what.contains("failed a test while it was read"), "\(error)") }
  }
}

import FrameFixtures
import Pad
import System
import TestSupport

@testable import Entropy

/// Frames that the gate has judged.
func material(
  _ frames: [Frame], period: Int = FrameWatch.period
) throws(EntropyError) -> NoiseMaterial {
  let key = KeyStream(SecretBytes(copying: [UInt8](repeating: 1, count: 32).span))
  return try NoiseMaterial(Recording(frames), gate: GateTests.gate, seed: key, period: period)
}

/// All bytes that the frames give.
func drain(_ part: NoiseMaterial) throws(EntropyError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  var span = bytes.mutableSpan
  let count = try part.add(to: &span)
  return Array(bytes.prefix(count))
}

/// Sources by their names, judged by few samples.
func generator(
  _ directory: String, _ sources: [String], size: Int? = nil, seed: UInt64 = 1,
  _ change: (inout Generator.Settings) -> Void = { _ in }
) throws -> Generator {
  let names = try sources.map { text throws(EntropyError) in try SourceName(text) }
  var settings = Generator.Settings(sources: names, size: size)
  settings.gate = GateTests.gate
  change(&settings)
  return try Generator(
    settings, randomness: Seeded(seed: seed), storage: Disk(), isStopped: { false })
}

/// As many bytes as there are, at most `count`.
func bytes(_ generator: Generator, _ count: Int) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var span = bytes.mutableSpan
  let made = try generator.fill(&span)
  return Array(bytes.prefix(made))
}

/// Rolls as somebody would type them.
func rolls(_ count: Int, _ roll: (Seeded) -> Int) -> [UInt8] {
  let random = Seeded(for: "rolls")
  return (0..<count).map { _ in UInt8(0x30 + roll(random)) }
}

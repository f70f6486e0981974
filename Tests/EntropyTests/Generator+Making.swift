import System
import TestSupport

@testable import Entropy

extension Generator {
  /// With the kernel's bytes from a seed.
  static func make(
    _ sources: [String], size: Int? = nil, seed: UInt64 = 1,
    _ change: (inout Generator.Settings) -> Void = { _ in }
  ) throws -> Generator {
    let names = try sources.map { text throws(EntropyError) in try SourceName(text) }
    var settings = Generator.Settings(sources: names, size: size)
    settings.gate = GateTests.gate
    change(&settings)
    return try Generator(
      settings, randomness: Seeded(seed: seed), storage: Disk(), isStopped: { false })
  }

  /// The next `count` bytes, or fewer if there are no more.
  func take(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let made = try fill(&span)
    return Array(bytes.prefix(made))
  }
}

/// That many throws of a die, as text.
func rolls(_ count: Int, _ roll: (Seeded) -> Int) -> [UInt8] {
  let random = Seeded(for: "rolls")
  return (0..<count).map { _ in UInt8(0x30 + roll(random)) }
}

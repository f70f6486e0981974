import Pad
import Synchronization
import System

/// Gives these bytes, one after the other, and no others.
final class FixedRandomness: Randomness {
  private let seeds: Mutex<ArraySlice<[UInt8]>>

  init(_ seeds: [[UInt8]]) { self.seeds = Mutex(seeds[...]) }

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    let seed = seeds.withLock { $0.popFirst() }
    guard let seed, seed.count == bytes.count else { preconditionFailure("not these bytes") }
    bytes.copy(seed.span, at: 0)
  }
}

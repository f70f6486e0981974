internal import Glibc
internal import Synchronization
internal import System

/// Random bytes that a seed reproduces (SplitMix64): for test runs, never for secrets.
///
/// The seed is printed, and `VERNAM_SEED=… make test` repeats the run.
package final class Seeded: Randomness, RandomNumberGenerator {
  package let seed: UInt64
  private let state: Mutex<UInt64>

  package init(seed: UInt64) {
    self.seed = seed
    state = Mutex(seed)
  }

  /// A seed from the environment, or else a fresh one; printed with the caller's name.
  package convenience init(for test: String = #function) {
    let given = getenv("VERNAM_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): VERNAM_SEED=\(seed)")
    self.init(seed: seed)
  }

  package func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  package func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: next()) }
  }

  /// A whole number in `range`.
  package func number(in range: ClosedRange<Int>) -> Int {
    var generator = self
    return Int.random(in: range, using: &generator)
  }
}

import System
import Testing

@Suite("Randomness of the kernel")
struct RandomnessTests {
  @Test("Every byte is filled", arguments: [0, 1, 32, 1 << 20])
  func filled(_ count: Int) {
    var seen = [UInt8](repeating: 0, count: count)
    for _ in 0..<16 {
      let drawn = KernelRandomness().bytes(count)
      #expect(drawn.count == count)
      for index in drawn.indices { seen[index] |= drawn[index] }
    }
    #expect(!seen.contains(0))
  }
}

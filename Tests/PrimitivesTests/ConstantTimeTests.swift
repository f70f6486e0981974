import Primitives
import Testing

@Suite("Comparing in constant time")
struct ConstantTimeTests {
  @Test("Equal bytes are equal", arguments: [0, 1, 16, 1000])
  func equal(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    #expect(areEqual(bytes, bytes))
  }

  @Test("One bit anywhere makes a difference")
  func oneBit() {
    let bytes = [UInt8](repeating: 7, count: 32)
    for bit in 0..<256 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(!areEqual(bytes, other))
    }
  }

  @Test("Different lengths are never equal", arguments: [(0, 1), (16, 15), (16, 17)])
  func lengths(_ left: Int, _ right: Int) {
    #expect(!areEqual([UInt8](repeating: 0, count: left), [UInt8](repeating: 0, count: right)))
  }

  private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    equalInConstantTime(left.span, right.span)
  }
}

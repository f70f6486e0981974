internal import Glibc

/// SP 800-90B §6.3.2: how long one waits for two equal bits.
enum Collision {
  static func estimate(_ bits: Span<UInt8>) -> Double {
    var (waits, sum, squares) = (0, 0, 0)
    while sum + 1 < bits.count {
      // Of any three bits, two are equal.
      let time = bits[sum] == bits[sum + 1] ? 2 : 3
      if sum + time > bits.count { break }
      waits += 1
      sum += time
      squares += time * time
    }
    let mean = Double(sum) / Double(waits)
    let variance = (Double(squares) - Double(sum) * mean) / Double(waits - 1)
    let limit = max(2, mean - Confidence.z * (variance / Double(waits)).squareRoot())
    // The mean of a source with p is 2 + 2p − 2p²: the standard's equation, solved for p.
    guard limit < 2.5 else { return 1 }
    return -log2(0.5 + (1.25 - 0.5 * limit).squareRoot())
  }
}

internal import Glibc

/// SP 800-90B §6.3.3: the likeliest sequence of 128 bits under a first-order Markov model.
enum Markov {
  static func estimate(_ bits: Span<UInt8>) -> Double {
    var pairs = [[0, 0], [0, 0]]
    for index in 1..<bits.count { pairs[Int(bits[index - 1])][Int(bits[index])] += 1 }
    let ones = pairs[1][0] + pairs[1][1] + Int(bits[bits.count - 1])
    let first = [Double(bits.count - ones), Double(ones)].map { $0 / Double(bits.count) }
    let next = pairs.map { row in row.map { Double($0) / Double(max(1, row[0] + row[1])) } }
    var least = 128.0
    for start in [0, 1] {
      let other = 1 - start
      let (stay, leave) = (next[start][start], next[start][other])
      let (back, remain) = (next[other][start], next[other][other])
      least = min(
        least, cost(first[start], [(stay, 127)]), cost(first[start], [(leave, 64), (back, 63)]),
        cost(first[start], [(leave, 1), (remain, 126)]))
    }
    return min(least / 128, 1)
  }

  /// −log₂ of a path's probability. A step that has not happened is not impossible, so a path with
  /// one is left out.
  private static func cost(_ first: Double, _ steps: [(Double, Double)]) -> Double {
    guard steps.allSatisfy({ $0.0 > 0 }) else { return .infinity }
    return steps.reduce(-log2(first)) { $0 - $1.1 * log2($1.0) }
  }
}

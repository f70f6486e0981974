internal import Glibc

/// Statistics of all bytes of a file: how often each value occurs, and how neighbours correlate.
struct ByteStatistics {
  private(set) var count = 0
  private var counts = [Int](repeating: 0, count: 256)
  /// Sums of bytes minus 127.5, of their squares, and of products of neighbours.
  private var sum = 0.0
  private var squares = 0.0
  private var products = 0.0
  private var last: Double?

  mutating func add(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      counts[Int(bytes[index])] += 1
      let value = Double(bytes[index]) - 127.5
      sum += value
      squares += value * value
      if let last { products += last * value }
      last = value
    }
    count += bytes.count
  }

  /// The variance of a byte if all values are equally likely.
  private static let variance = (256.0 * 256 - 1) / 12

  var results: [TestResult] {
    guard count >= 256 else { return [] }
    let n = Double(count)
    let expected = n / 256
    let square = counts.reduce(0.0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    let mean = counts.indices.reduce(0.0) { $0 + Double($1) * Double(counts[$1]) } / n
    let deviation = (mean - 127.5) / (ByteStatistics.variance / n).squareRoot()
    // Relative to the actual mean: a wrong mean is another fault, and found above. Bytes that are
    // all the same correlate fully.
    let spread = squares - sum * sum / n
    let correlation = spread > 0 ? (products - sum * sum / n) / spread : 1
    return [
      TestResult(
        "byte chi-square", p: chiSquareEnds(square, degrees: 255), detail: square.text(1)),
      TestResult("mean", p: erfc(abs(deviation) / 2.squareRoot()), detail: mean.text(4)),
      TestResult(
        "serial correlation", p: erfc(abs(correlation) * n.squareRoot() / 2.squareRoot()),
        detail: correlation.text(6)),
    ]
  }
}

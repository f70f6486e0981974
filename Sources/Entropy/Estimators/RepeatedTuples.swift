internal import Glibc

/// SP 800-90B §6.3.5 and §6.3.6: how often tuples of every length are repeated. Both estimates come
/// from one walk over the intervals of equal prefixes in suffix order.
struct RepeatedTuples {
  private let count: Int
  /// For each length, how often its commonest tuple occurs; at least 1.
  private var most: [Int]
  /// For each length, how many pairs of equal tuples there are.
  private var pairs: [Int]

  init(_ symbols: Span<UInt8>, alphabetSize: Int) {
    count = symbols.count
    let common = SuffixOrder(symbols, alphabetSize: alphabetSize).commonPrefixes(symbols)
    let longest = Int(common.max() ?? 0)
    most = [Int](repeating: 1, count: longest + 1)
    pairs = [Int](repeating: 0, count: longest + 1)
    walk(common)
    for length in (0..<longest).reversed() {
      most[length] = max(most[length], most[length + 1])
      pairs[length] += pairs[length + 1]
    }
  }

  /// An interval of suffixes that share `length` symbols represents one tuple of every length from
  /// that of the enclosing interval, exclusive, to its own.
  private mutating func walk(_ common: [Int32]) {
    var open: [(length: Int, start: Int)] = []
    for place in 1...common.count {
      let length = place < common.count ? Int(common[place]) : 0
      var start = place - 1
      while let top = open.last, top.length > length {
        open.removeLast()
        let outer = max(length, open.last?.length ?? 0)
        let size = place - top.start
        most[top.length] = max(most[top.length], size)
        pairs[top.length] += size * (size - 1) / 2
        pairs[outer] -= size * (size - 1) / 2
        start = top.start
      }
      if length > open.last?.length ?? 0 { open.append((length, start)) }
    }
  }

  /// The shortest length at which no tuple occurs `cutoff` times.
  private func firstRare(_ cutoff: Int) -> Int {
    (1..<most.count).first { most[$0] < cutoff } ?? most.count
  }

  /// §6.3.5, from the tuples seen at least `cutoff` times. Nil if there are none.
  func tupleEstimate(cutoff: Int = 35) -> Double? {
    estimate(1..<firstRare(cutoff)) { Double(most[$0]) / Double(count - $0 + 1) }
  }

  /// §6.3.6, from the longer tuples that are repeated. Nil if there are none.
  func substringEstimate(cutoff: Int = 35) -> Double? {
    estimate(firstRare(cutoff)..<most.count) { length in
      let places = count - length + 1
      return Double(pairs[length]) / (Double(places) * Double(places - 1) / 2)
    }
  }

  private func estimate(_ lengths: Range<Int>, _ share: (Int) -> Double) -> Double? {
    guard let greatest = lengths.map({ pow(share($0), 1 / Double($0)) }).max() else { return nil }
    return -log2(Confidence.upperLimit(greatest, count: count))
  }
}

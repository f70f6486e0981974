/// Whole numbers (chunks, or numbers of messages) as sorted ranges that neither touch nor overlap.
package struct RangeList: Equatable, Sendable {
  package private(set) var ranges: [Range<Int>] = []

  package init() {}

  /// Nil unless the ranges are sorted, not empty, and do not touch.
  package init?(sorted ranges: [Range<Int>]) {
    guard ranges.allSatisfy({ !$0.isEmpty }),
      zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound })
    else { return nil }
    self.ranges = ranges
  }

  /// One past the highest number, 0 if empty.
  package var end: Int { ranges.last?.upperBound ?? 0 }

  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  package func intersects(_ range: Range<Int>) -> Bool { ranges.contains { $0.overlaps(range) } }

  package func contains(_ range: Range<Int>) -> Bool {
    ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
  }

  package mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.count
    let last = ranges[first...].firstIndex { $0.lowerBound > range.upperBound } ?? ranges.count
    let merged = ranges[first..<last].reduce(range) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    ranges.replaceSubrange(first..<last, with: [merged])
  }

  /// The parts of `range` that are not in the list, in order.
  package func gaps(in range: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = range.lowerBound
    for taken in ranges where taken.overlaps(range) {
      if start < taken.lowerBound { gaps.append(start..<taken.lowerBound) }
      start = max(start, taken.upperBound)
    }
    if start < range.upperBound { gaps.append(start..<range.upperBound) }
    return gaps
  }
}

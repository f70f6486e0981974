/// The suffixes of a sequence in lexicographic order, by doubling: once sorted by their first h
/// symbols, two passes of counting sort them by 2h.
struct SuffixOrder {
  /// Where the suffixes start, in order.
  private(set) var starts: [Int32]
  /// The place of each suffix in the order.
  private var ranks: [Int32]

  init(_ symbols: Span<UInt8>, alphabetSize: Int) {
    let count = symbols.count
    starts = (0..<Int32(count)).map { $0 }
    ranks = [Int32](repeating: 0, count: count)
    var length = SuffixOrder.rankByHead(symbols, alphabetSize, &ranks)
    var spare = starts
    SuffixOrder.sort(spare, by: ranks, into: &starts)
    var isDone = renumber(by: 0, &spare)
    while !isDone {
      orderBySecondHalf(length, &spare)
      SuffixOrder.sort(spare, by: ranks, into: &starts)
      isDone = renumber(by: length, &spare)
      length *= 2
    }
  }

  /// How many symbols each suffix has in common with the one before it in the order; 0 for the
  /// first (Kasai and others, 2001).
  func commonPrefixes(_ symbols: Span<UInt8>) -> [Int32] {
    var result = [Int32](repeating: 0, count: symbols.count)
    var common = 0
    for start in 0..<symbols.count {
      let rank = Int(ranks[start])
      guard rank > 0 else {
        common = 0
        continue
      }
      let other = Int(starts[rank - 1])
      let longest = symbols.count - max(start, other)
      while common < longest, symbols[start + common] == symbols[other + common] { common += 1 }
      result[rank] = Int32(common)
      common = max(0, common - 1)
    }
    return result
  }

  /// Ranks each suffix by as many symbols as fit into a small number; returns how many.
  private static func rankByHead(
    _ symbols: Span<UInt8>, _ alphabetSize: Int, _ ranks: inout [Int32]
  ) -> Int {
    let base = alphabetSize + 1
    var (length, range) = (1, base)
    while range * base <= 65_536 {
      length += 1
      range *= base
    }
    var rank = 0
    let highest = range / base
    for index in symbols.indices.reversed() {
      rank = rank / base + (Int(symbols[index]) + 1) * highest
      ranks[index] = Int32(rank)
    }
    return length
  }

  /// The suffixes that end within `length` come first; the others in the order of what follows
  /// their first `length` symbols.
  private func orderBySecondHalf(_ length: Int, _ order: inout [Int32]) {
    var next = 0
    for start in max(0, starts.count - length)..<starts.count {
      order[next] = Int32(start)
      next += 1
    }
    for start in starts where Int(start) >= length {
      order[next] = start - Int32(length)
      next += 1
    }
  }

  /// Sorts by rank, keeping the order of equals.
  private static func sort(_ order: [Int32], by ranks: [Int32], into sorted: inout [Int32]) {
    var ends = [Int32](repeating: 0, count: Int(ranks.max() ?? 0) + 2)
    for rank in ranks { ends[Int(rank) + 1] += 1 }
    for rank in 1..<ends.count { ends[rank] += ends[rank - 1] }
    for start in order {
      let rank = Int(ranks[Int(start)])
      sorted[Int(ends[rank])] = start
      ends[rank] += 1
    }
  }

  /// Numbers the suffixes in order, equal ones alike: equal in rank, and in the rank of what
  /// follows `length` symbols later. True if all differ.
  private mutating func renumber(by length: Int, _ numbers: inout [Int32]) -> Bool {
    var number: Int32 = 0
    for place in starts.indices {
      let start = Int(starts[place])
      if place > 0 {
        let before = Int(starts[place - 1])
        let isAlike =
          ranks[start] == ranks[before] && second(start, length) == second(before, length)
        if !isAlike { number += 1 }
      }
      numbers[start] = number
    }
    swap(&numbers, &ranks)
    return Int(number) == starts.count - 1
  }

  private func second(_ start: Int, _ length: Int) -> Int32 {
    start + length < ranks.count ? ranks[start + length] : -1
  }
}

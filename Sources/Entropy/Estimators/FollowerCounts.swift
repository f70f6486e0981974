/// How often each symbol followed each context: the dictionary of SP 800-90B §6.3.9 and §6.3.10.
///
/// A context is the last few symbols packed into `Key`, the latest lowest.
protocol FollowerCounts {
  associatedtype Key: FixedWidthInteger & UnsignedInteger
  /// The last `length` symbols of a history. Each type of key has its own: it is the innermost
  /// step, and slow unless it is specialized.
  static func context(_ history: Key, _ length: Int) -> Key
  static func append(_ symbol: UInt8, to history: inout Key)
  /// Names a context for the other calls; nil if nothing followed it yet.
  func find(_ key: Key, length: Int) -> Int?
  /// The same, adding a new context.
  mutating func add(_ key: Key, length: Int) -> Int
  /// The symbol that followed most often, the greatest if several did, and how often.
  func favourite(after context: Int) -> (symbol: UInt8, count: Int)
  /// Counts that `symbol` followed. A new pair is counted only if `mayBeNew`; true if it was.
  mutating func count(_ symbol: UInt8, after context: Int, mayBeNew: Bool) -> Bool
}

/// For bits: every context has a fixed place.
struct BitFollowerCounts: FollowerCounts {
  private var counts: [Int32]

  static func context(_ history: UInt32, _ length: Int) -> UInt32 {
    length >= 32 ? history : history & (1 << UInt32(length) &- 1)
  }

  static func append(_ symbol: UInt8, to history: inout UInt32) {
    history = history << 1 | UInt32(symbol)
  }

  /// For contexts of up to `length` bits.
  init(length: Int) { counts = [Int32](repeating: 0, count: 4 << length) }

  func find(_ key: UInt32, length: Int) -> Int? {
    let context = 2 * (1 << length | Int(key))
    return counts[context] == 0 && counts[context + 1] == 0 ? nil : context
  }

  func add(_ key: UInt32, length: Int) -> Int { 2 * (1 << length | Int(key)) }

  func favourite(after context: Int) -> (symbol: UInt8, count: Int) {
    let (zeros, ones) = (counts[context], counts[context + 1])
    return zeros > ones ? (0, Int(zeros)) : (1, Int(ones))
  }

  mutating func count(_ symbol: UInt8, after context: Int, mayBeNew: Bool) -> Bool {
    let isNew = counts[context + Int(symbol)] == 0
    if isNew, !mayBeNew { return false }
    counts[context + Int(symbol)] += 1
    return isNew
  }
}

/// Counts for symbols of up to 8 bits: two open hash tables, of contexts and of their followers.
struct ByteFollowerCounts: FollowerCounts {
  static func context(_ history: UInt128, _ length: Int) -> UInt128 {
    length >= 16 ? history : history & (1 << UInt128(8 * length) &- 1)
  }

  static func append(_ symbol: UInt8, to history: inout UInt128) {
    history = history << 8 | UInt128(symbol)
  }

  private struct Context {
    let key: UInt128
    let length: UInt8
    var favourite: UInt8 = 0
    /// Whether only the favourite has followed yet: most long contexts come up once or twice, and
    /// need no place among the pairs.
    var hasOneFollower = true
    var count: UInt32 = 0
  }

  private var contexts: [Context] = []
  /// The hash of a context in the upper half, its place in `contexts` + 1 in the lower; 0 is free.
  /// The hash tells contexts apart without looking at them, which would be a cache miss.
  private var slots = [UInt64](repeating: 0, count: 1 << 16)
  /// (context, symbol) + 1 in the upper half, the count in the lower; 0 is free.
  private var pairs = [UInt64](repeating: 0, count: 1 << 16)
  private var pairCount = 0

  func find(_ key: UInt128, length: Int) -> Int? {
    let found = slots[slot(key, length, ByteFollowerCounts.hash(key, length))]
    return found == 0 ? nil : Int(truncatingIfNeeded: found & 0xffff_ffff) - 1
  }

  mutating func add(_ key: UInt128, length: Int) -> Int {
    if contexts.count * 2 >= slots.count { growSlots() }
    let hash = ByteFollowerCounts.hash(key, length)
    let slot = slot(key, length, hash)
    let found = slots[slot]
    if found != 0 { return Int(truncatingIfNeeded: found & 0xffff_ffff) - 1 }
    contexts.append(Context(key: key, length: UInt8(length)))
    slots[slot] = hash << 32 | UInt64(contexts.count)
    return contexts.count - 1
  }

  func favourite(after context: Int) -> (symbol: UInt8, count: Int) {
    (contexts[context].favourite, Int(contexts[context].count))
  }

  mutating func count(_ symbol: UInt8, after context: Int, mayBeNew: Bool) -> Bool {
    let best = contexts[context]
    guard best.hasOneFollower else {
      return countPair(symbol, after: context, mayBeNew: mayBeNew)
    }
    let isNew = best.count == 0
    if isNew || symbol == best.favourite {
      guard mayBeNew || !isNew else { return false }
      contexts[context].favourite = symbol
      contexts[context].count += 1
      return isNew
    }
    guard mayBeNew else { return false }
    contexts[context].hasOneFollower = false
    pairs[roomForPair(best.favourite, after: context)] += UInt64(best.count)
    return countPair(symbol, after: context, mayBeNew: true)
  }

  private mutating func countPair(
    _ symbol: UInt8, after context: Int, mayBeNew: Bool
  ) -> Bool {
    var place = pair(ByteFollowerCounts.name(symbol, after: context))
    let isNew = pairs[place] == 0
    if isNew {
      guard mayBeNew else { return false }
      place = roomForPair(symbol, after: context)
    }
    pairs[place] += 1
    let count = UInt32(truncatingIfNeeded: pairs[place])
    let best = contexts[context]
    if count > best.count || (count == best.count && symbol > best.favourite) {
      contexts[context].favourite = symbol
      contexts[context].count = count
    }
    return isNew
  }

  /// Adds a pair not known yet.
  private mutating func roomForPair(_ symbol: UInt8, after context: Int) -> Int {
    if pairCount * 2 >= pairs.count { growPairs() }
    let name = ByteFollowerCounts.name(symbol, after: context)
    let place = pair(name)
    pairs[place] = name << 32
    pairCount += 1
    return place
  }

  private static func name(_ symbol: UInt8, after context: Int) -> UInt64 {
    UInt64(context << 8 | Int(symbol)) + 1
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let first = (value ^ value >> 32) &* 0x9e37_79b9_7f4a_7c15
    return (first ^ first >> 29) &* 0xbf58_476d_1ce4_e5b9
  }

  /// 32 bits.
  private static func hash(_ key: UInt128, _ length: Int) -> UInt64 {
    let (low, high) = (UInt64(truncatingIfNeeded: key), UInt64(truncatingIfNeeded: key >> 64))
    return mixed(low ^ mixed(high ^ UInt64(length))) >> 32
  }

  /// Where the context is, or the free slot where it would be.
  private func slot(_ key: UInt128, _ length: Int, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash {
        let context = contexts[Int(truncatingIfNeeded: slots[slot] & 0xffff_ffff) - 1]
        if context.key == key, Int(context.length) == length { break }
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  /// Where the pair is, or the free place where it would be.
  private func pair(_ name: UInt64) -> Int {
    let mask = pairs.count - 1
    var place = Int(truncatingIfNeeded: ByteFollowerCounts.mixed(name) >> 32) & mask
    while pairs[place] != 0, pairs[place] >> 32 != name { place = (place + 1) & mask }
    return place
  }

  private mutating func growSlots() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    let mask = slots.count - 1
    for entry in old where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }

  private mutating func growPairs() {
    let old = pairs
    pairs = [UInt64](repeating: 0, count: old.count * 4)
    for entry in old where entry != 0 { pairs[pair(entry >> 32)] = entry }
  }
}

/// For symbols of up to 8 bits: two open hash tables, one of contexts and one of what followed them.
struct ByteFollowerCounts: FollowerCounts {
  static let bitsPerSymbol = 8

  private struct Context {
    let key: UInt128
    let length: UInt8
    var favourite: UInt8 = 0
    var count: UInt32 = 0
  }

  private var contexts: [Context] = []
  /// Places in `contexts`, by the hash of the key; −1 is free.
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  /// (context, symbol) + 1 in the upper half, the count in the lower; 0 is free.
  private var pairs = [UInt64](repeating: 0, count: 1 << 12)
  private var pairCount = 0

  func find(_ key: UInt128, length: Int) -> Int? {
    let found = slots[slot(key, UInt8(length))]
    return found < 0 ? nil : Int(found)
  }

  mutating func add(_ key: UInt128, length: Int) -> Int {
    if let known = find(key, length: length) { return known }
    if contexts.count * 2 >= slots.count { growSlots() }
    slots[slot(key, UInt8(length))] = Int32(contexts.count)
    contexts.append(Context(key: key, length: UInt8(length)))
    return contexts.count - 1
  }

  func favourite(after context: Int) -> (symbol: UInt8, count: Int) {
    (contexts[context].favourite, Int(contexts[context].count))
  }

  mutating func count(_ symbol: UInt8, after context: Int, mayBeNew: Bool) -> Bool {
    let name = UInt64(context << 8 | Int(symbol)) + 1
    var place = pair(name)
    let isNew = pairs[place] == 0
    if isNew {
      guard mayBeNew else { return false }
      if pairCount * 2 >= pairs.count {
        growPairs()
        place = pair(name)
      }
      pairs[place] = name << 32
      pairCount += 1
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

  private static func mixed(_ value: UInt64) -> UInt64 {
    let first = (value ^ value >> 32) &* 0x9e37_79b9_7f4a_7c15
    return (first ^ first >> 29) &* 0xbf58_476d_1ce4_e5b9
  }

  /// Where the context stands, or the free slot where it would.
  private func slot(_ key: UInt128, _ length: UInt8) -> Int {
    let (low, high) = (UInt64(truncatingIfNeeded: key), UInt64(truncatingIfNeeded: key >> 64))
    let hash = ByteFollowerCounts.mixed(low ^ ByteFollowerCounts.mixed(high ^ UInt64(length)))
    var slot = Int(hash >> 32) & (slots.count - 1)
    while slots[slot] >= 0 {
      let context = contexts[Int(slots[slot])]
      if context.key == key, context.length == length { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func pair(_ name: UInt64) -> Int {
    var place = Int(ByteFollowerCounts.mixed(name) >> 32) & (pairs.count - 1)
    while pairs[place] != 0, pairs[place] >> 32 != name { place = (place + 1) & (pairs.count - 1) }
    return place
  }

  private mutating func growSlots() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for (place, context) in contexts.enumerated() {
      slots[slot(context.key, context.length)] = Int32(place)
    }
  }

  private mutating func growPairs() {
    let old = pairs
    pairs = [UInt64](repeating: 0, count: old.count * 4)
    for entry in old where entry != 0 { pairs[pair(entry >> 32)] = entry }
  }
}

import Pad

@testable import Vault

/// The state of a pad as vernam-vault(5) lays it out.
struct StateText {
  /// The offset of the list of ranges.
  private static let fixedBytes = 1188
  private static let nodeBytes = 1 + 8 + 32

  let mark: UInt64
  let isConfirmed: Bool
  let keepsCounter: Bool
  let nextToSend: Int
  let bookGeneration: UInt64
  /// The chunks, over both lanes, whose keys can be derived.
  let living: RangeList
  /// The offsets of the seeds of the key tree.
  let seeds: [Int]

  init?(_ text: [UInt8]) {
    guard text.count >= StateText.fixedBytes else { return nil }
    let bytes = text.span
    var offset = 5
    let first = Int(bytes.load(UInt32.self, at: &offset))
    let chunks = first + Int(bytes.load(UInt32.self, at: &offset))
    let depth = chunks <= 1 ? 0 : Int.bitWidth - (chunks - 1).leadingZeroBitCount
    offset = 93
    mark = bytes.load(UInt64.self, at: &offset)
    let flags = bytes.load(UInt8.self, at: &offset)
    isConfirmed = flags & 1 != 0
    keepsCounter = flags & 2 != 0
    offset = 103
    nextToSend = Int(bytes.load(UInt32.self, at: &offset))
    offset = 119
    bookGeneration = bytes.load(UInt64.self, at: &offset)
    offset = 1180
    let ranges = Int(bytes.load(UInt16.self, at: &offset))
    let packets = Int(bytes.load(UInt16.self, at: &offset))
    let count = Int(bytes.load(UInt16.self, at: &offset))
    offset = StateText.fixedBytes + ranges * 8 + packets * 16
    guard text.count >= offset + count * StateText.nodeBytes else { return nil }
    var living = RangeList()
    var seeds: [Int] = []
    for _ in 0..<count {
      let level = Int(bytes.load(UInt8.self, at: &offset))
      let index = Int(bytes.load(UInt64.self, at: &offset))
      let width = 1 << max(0, depth - level)
      living.insert(index * width..<(index + 1) * width)
      seeds.append(offset)
      offset += 32
    }
    self.living = living
    self.seeds = seeds
  }
}

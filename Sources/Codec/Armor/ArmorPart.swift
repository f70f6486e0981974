/// One part that was read whole.
struct ArmorPart {
  let head: ArmorHead
  let bytes: [UInt8]
  /// The numbers, from 1, of the blocks that had to be mended.
  let mended: [Int]
}

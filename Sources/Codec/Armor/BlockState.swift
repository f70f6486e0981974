/// What mending found of a block.
package enum BlockState: Sendable, Equatable {
  /// Every letter was there and right.
  case clean
  /// Some letters were wrong or illegible, and have been put right.
  case mended
  /// More is wrong than the code can mend; the block is as it was.
  case damaged
}

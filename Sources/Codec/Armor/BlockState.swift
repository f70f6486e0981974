/// The result of mending a block.
package enum BlockState: Sendable, Equatable {
  /// Every letter was there and right.
  case clean
  /// Some letters were wrong or illegible and were put right.
  case mended
  /// More is wrong than the code can mend; the block is unchanged.
  case damaged
}

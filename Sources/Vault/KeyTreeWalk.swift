internal import Pad
internal import Primitives

/// One walk over a range of leaves; every inner node is expanded once.
struct KeyTreeWalk: ~Copyable {
  private let depth: Int
  private let range: Range<Int>
  private var cipher = AES256CTR()

  init(depth: Int, range: Range<Int>) {
    self.depth = depth
    self.range = range
  }

  /// Visits the leaves of the range below `node`. False when `body` wants no more.
  mutating func descend(
    _ node: KeyTree.Node, seed: Span<UInt8>, _ body: (_ leaf: Int, _ key: Span<UInt8>) -> Bool
  ) -> Bool {
    if node.level == depth { return body(node.index, seed) }
    let children = KeyTreeWalk.expand(seed, with: &cipher)
    for side in 0...1 {
      let child = KeyTree.Node(level: node.level + 1, index: node.index * 2 + side)
      let width = 1 << (depth - child.level)
      let leaves = child.index * width..<(child.index + 1) * width
      guard leaves.overlaps(range) else { continue }
      let goesOn = children.withBytes { children in
        descend(child, seed: children.extracting(side * 32..<side * 32 + 32), body)
      }
      if !goesOn { return false }
    }
    return true
  }

  /// The 64 bytes of both children.
  static func expand(_ seed: Span<UInt8>, with cipher: inout AES256CTR) -> SecretBytes {
    var children = SecretBytes(count: 2 * KeyTree.seedBytes)
    children.withMutableBytes { cipher.combine(key: seed, with: &$0) }
    return children
  }
}

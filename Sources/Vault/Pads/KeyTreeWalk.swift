internal import Pad
internal import Primitives

/// One walk over a range of leaves; every inner node is expanded once.
struct KeyTreeWalk: ~Copyable {
  /// Bytes of the seeds of two siblings.
  static let pairBytes = 2 * KeyTree.seedBytes

  private let depth: Int
  private let range: Range<Int>
  private var cipher = AES256CTR()
  /// Of each level, the pair on the way to where the walk is.
  private var pairs: SecretBytes
  private var children = SecretBytes(count: pairBytes)

  init(depth: Int, range: Range<Int>) {
    self.depth = depth
    self.range = range
    pairs = SecretBytes(count: (depth + 1) * KeyTreeWalk.pairBytes)
  }

  /// Visits the leaves of the range below `node`. False when `body` wants no more.
  mutating func descend(
    _ node: KeyTree.Node, seed: Span<UInt8>, _ body: (_ leaf: Int, _ key: Span<UInt8>) -> Bool
  ) -> Bool {
    let place = KeyTreeWalk.place(of: node).lowerBound
    pairs.withMutableBytes { $0.copy(seed, at: place) }
    return descend(node, body)
  }

  private mutating func descend(
    _ node: KeyTree.Node, _ body: (_ leaf: Int, _ key: Span<UInt8>) -> Bool
  ) -> Bool {
    let place = KeyTreeWalk.place(of: node)
    if node.level == depth {
      return pairs.withBytes { body(node.index, $0.extracting(place)) }
    }
    pairs.withBytes { KeyTreeWalk.expand($0.extracting(place), into: &children, with: &cipher) }
    let below = (node.level + 1) * KeyTreeWalk.pairBytes
    children.withBytes { children in pairs.withMutableBytes { $0.copy(children, at: below) } }
    for side in 0...1 {
      let child = KeyTree.Node(level: node.level + 1, index: node.index * 2 + side)
      let width = 1 << (depth - child.level)
      let leaves = child.index * width..<(child.index + 1) * width
      if leaves.overlaps(range), !descend(child, body) { return false }
    }
    return true
  }

  private static func place(of node: KeyTree.Node) -> Range<Int> {
    let start = node.level * pairBytes + node.index % 2 * KeyTree.seedBytes
    return start..<start + KeyTree.seedBytes
  }

  /// Writes the 64 bytes of both children.
  static func expand(
    _ seed: Span<UInt8>, into children: inout SecretBytes, with cipher: inout AES256CTR
  ) {
    children.withMutableBytes { children in
      children.update(repeating: 0)
      cipher.combine(key: seed, with: &children)
    }
  }
}

internal import Pad
internal import Primitives

/// Collects the nodes of a tree that survive a puncture.
struct KeyTreePuncture: ~Copyable {
  private let depth: Int
  private let spent: [Range<Int>]
  private var nodes: [KeyTree.Node] = []
  private var seeds = SecretBytes(count: 64 * KeyTree.seedBytes)
  private var cipher = AES256CTR()

  init(depth: Int, spent: [Range<Int>]) {
    self.depth = depth
    self.spent = spent
  }

  /// Keeps the node whole, drops it, or keeps what survives of its children.
  mutating func keep(_ node: KeyTree.Node, seed: Span<UInt8>) {
    let width = 1 << (depth - node.level)
    let leaves = node.index * width..<(node.index + 1) * width
    let hits = spent.filter { $0.overlaps(leaves) }
    if hits.isEmpty { return append(node, seed: seed) }
    let covered = hits.contains {
      $0.lowerBound <= leaves.lowerBound && leaves.upperBound <= $0.upperBound
    }
    if covered { return }
    var children = SecretBytes(count: KeyTreeWalk.pairBytes)
    KeyTreeWalk.expand(seed, into: &children, with: &cipher)
    children.withBytes { children in
      for side in 0...1 {
        let child = KeyTree.Node(level: node.level + 1, index: node.index * 2 + side)
        keep(child, seed: children.extracting(side * 32..<side * 32 + 32))
      }
    }
  }

  consuming func tree() -> KeyTree {
    let used = nodes.count * KeyTree.seedBytes
    let exact = seeds.withBytes { SecretBytes(copying: $0.extracting(first: used)) }
    return KeyTree(depth: depth, nodes: nodes, seeds: exact)
  }

  private mutating func append(_ node: KeyTree.Node, seed: Span<UInt8>) {
    let used = nodes.count * KeyTree.seedBytes
    if used == seeds.count { seeds = KeyTreePuncture.doubled(seeds) }
    seeds.withMutableBytes { $0.copy(seed, at: used) }
    nodes.append(node)
  }

  private static func doubled(_ seeds: borrowing SecretBytes) -> SecretBytes {
    var larger = SecretBytes(count: seeds.count * 2)
    seeds.withBytes { seeds in larger.withMutableBytes { $0.copy(seeds, at: 0) } }
    return larger
  }
}

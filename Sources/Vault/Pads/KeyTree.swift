// Invariant 5, gone is gone: a punctured tree holds nothing that a spent chunk's key can be
// derived from. Its root is 32 fresh random bytes, derived from nothing.
internal import Pad
internal import Primitives
internal import System

/// The keys of a pad's chunks: a binary tree of seeds in which every leaf has the same depth
/// (Goldreich, Goldwasser, Micali 1986, used as a puncturable PRF). A node's children are the
/// first 64 bytes of AES-256-CTR under the node. Only the frontier is kept: the highest nodes
/// under which no chunk is spent.
struct KeyTree: ~Copyable {
  static let seedBytes = 32

  /// A node's place: `level` 0 is the root, `index` counts from the left.
  struct Node: Equatable {
    let level: Int
    let index: Int
  }

  /// Levels below the root.
  let depth: Int
  /// In the order of the leaves below them.
  let nodes: [Node]
  /// One seed for each node, in the same order.
  let seeds: SecretBytes
}

extension KeyTree {
  /// A whole tree over `leaves` chunks.
  init(leaves: Int, randomness: some Randomness) {
    self.init(
      depth: KeyTree.depth(leaves: leaves), nodes: [Node(level: 0, index: 0)],
      seeds: SecretBytes(random: KeyTree.seedBytes, from: randomness))
  }

  static func depth(leaves: Int) -> Int {
    leaves <= 1 ? 0 : Int.bitWidth - (leaves - 1).leadingZeroBitCount
  }

  /// The leaves below a node.
  func leaves(below node: Node) -> Range<Int> {
    let width = 1 << (depth - node.level)
    return node.index * width..<(node.index + 1) * width
  }

  /// The leaves whose keys still exist.
  var living: RangeList {
    var set = RangeList()
    for node in nodes { set.insert(leaves(below: node)) }
    return set
  }

  /// Calls `body` with each leaf of `range` that still has a key, in order, and its key. Stops when
  /// `body` returns false.
  func forEachKey(
    in range: Range<Int>, _ body: (_ leaf: Int, _ key: Span<UInt8>) -> Bool
  ) {
    walk { node, seed in
      if !leaves(below: node).overlaps(range) { return .next }
      if node.level < depth { return .children }
      return body(node.index, seed) ? .next : .end
    }
  }

  /// A copy of the tree, in secret memory of its own.
  func copy() -> KeyTree {
    KeyTree(depth: depth, nodes: nodes, seeds: seeds.withBytes { SecretBytes(copying: $0) })
  }

  /// The tree without the keys of `spent`: the siblings along the path replace each ancestor.
  func punctured(_ spent: [Range<Int>]) -> KeyTree {
    var kept: [Node] = []
    var keptSeeds = SecretBytes(count: 64 * KeyTree.seedBytes)
    walk { node, seed in
      let leaves = leaves(below: node)
      let hits = spent.filter { $0.overlaps(leaves) }
      if hits.contains(where: { $0.contains(leaves) }) { return .next }
      if !hits.isEmpty { return .children }
      let used = kept.count * KeyTree.seedBytes
      if used == keptSeeds.count { keptSeeds = keptSeeds.resized(2 * used, keeping: used) }
      keptSeeds.withMutableBytes { $0.copy(seed, at: used) }
      kept.append(node)
      return .next
    }
    let used = kept.count * KeyTree.seedBytes
    return KeyTree(depth: depth, nodes: kept, seeds: keptSeeds.resized(used, keeping: used))
  }

  /// Visits the kept nodes, and those below them that `visit` asks for.
  private func walk(_ visit: (Node, _ seed: Span<UInt8>) -> KeyTreeWalk.Step) {
    var walk = KeyTreeWalk(depth: depth)
    for (position, node) in nodes.enumerated() {
      let start = position * KeyTree.seedBytes
      let goesOn = seeds.withBytes {
        walk.descend(node, seed: $0.extracting(start..<start + KeyTree.seedBytes), visit)
      }
      if !goesOn { return }
    }
  }
}

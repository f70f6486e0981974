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
  /// In order of the leaves below them.
  let nodes: [Node]
  /// One seed for each node, in the same order.
  private let seeds: SecretBytes

  /// A whole tree over `leaves` chunks.
  init(leaves: Int, randomness: some Randomness) {
    self.init(
      depth: KeyTree.depth(leaves: leaves), nodes: [Node(level: 0, index: 0)],
      seeds: SecretBytes(random: KeyTree.seedBytes, from: randomness))
  }

  init(depth: Int, nodes: [Node], seeds: consuming SecretBytes) {
    self.depth = depth
    self.nodes = nodes
    self.seeds = seeds
  }

  static func depth(leaves: Int) -> Int {
    leaves <= 1 ? 0 : Int.bitWidth - (leaves - 1).leadingZeroBitCount
  }

  /// The leaves below a node.
  func leaves(below node: Node) -> Range<Int> {
    let width = 1 << (depth - node.level)
    return node.index * width..<(node.index + 1) * width
  }

  /// Lends all seeds, node after node.
  func withSeeds<Result>(_ body: (Span<UInt8>) -> Result) -> Result { seeds.withBytes(body) }

  /// The leaves whose keys still exist.
  var living: RangeList {
    var set = RangeList()
    for node in nodes { set.insert(leaves(below: node)) }
    return set
  }

  /// Calls `body` with each leaf of `range` that still has a key, in order, and its key. Stops
  /// when `body` answers false.
  func forEachKey(
    in range: Range<Int>, _ body: (_ leaf: Int, _ key: Span<UInt8>) -> Bool
  ) {
    var walk = KeyTreeWalk(depth: depth, range: range)
    for (position, node) in nodes.enumerated() where leaves(below: node).overlaps(range) {
      let goesOn = seeds.withBytes { seeds in
        walk.descend(node, seed: KeyTree.seed(position, of: seeds), body)
      }
      if !goesOn { return }
    }
  }

  /// The same tree once more, in secret memory of its own.
  func copy() -> KeyTree {
    KeyTree(depth: depth, nodes: nodes, seeds: seeds.withBytes { SecretBytes(copying: $0) })
  }

  /// The tree without the keys of `spent`: each ancestor gives way to the siblings along the
  /// path.
  func punctured(_ spent: [Range<Int>]) -> KeyTree {
    var puncture = KeyTreePuncture(depth: depth, spent: spent)
    seeds.withBytes { seeds in
      for (position, node) in nodes.enumerated() {
        puncture.keep(node, seed: KeyTree.seed(position, of: seeds))
      }
    }
    return puncture.tree()
  }

  @_lifetime(copy seeds)
  private static func seed(_ position: Int, of seeds: Span<UInt8>) -> Span<UInt8> {
    seeds.extracting(position * seedBytes..<(position + 1) * seedBytes)
  }
}

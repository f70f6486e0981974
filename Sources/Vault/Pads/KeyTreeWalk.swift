// Invariant 5: the seeds of a walk are in secret memory only, and wiped with it.
internal import Pad
internal import Primitives

/// One walk through a tree, from left to right; every node is expanded at most once.
struct KeyTreeWalk: ~Copyable {
  /// Where the walk goes after a node.
  enum Step { case children, next, end }

  /// Bytes of two siblings' seeds.
  private static let pairBytes = 2 * KeyTree.seedBytes

  /// The first blocks of counter mode: the key stream that a node's seed is expanded into.
  private static let counters: [UInt8] = (0..<pairBytes / AES256.blockBytes).flatMap {
    [UInt8](repeating: 0, count: 15) + [UInt8($0)]
  }

  private var cipher = AES256()
  /// For each level, the pair on the path to the current node.
  private var pairs: SecretBytes
  private var children = SecretBytes(count: pairBytes)

  init(depth: Int) { pairs = SecretBytes(count: (depth + 1) * KeyTreeWalk.pairBytes) }

  /// Visits a node, and those below it that `visit` asks for. False if it ends the walk.
  mutating func descend(
    _ node: KeyTree.Node, seed: Span<UInt8>,
    _ visit: (KeyTree.Node, _ seed: Span<UInt8>) -> Step
  ) -> Bool {
    let place = KeyTreeWalk.place(of: node).lowerBound
    pairs.withMutableBytes { $0.copy(seed, at: place) }
    return descend(node, visit)
  }

  private mutating func descend(
    _ node: KeyTree.Node, _ visit: (KeyTree.Node, _ seed: Span<UInt8>) -> Step
  ) -> Bool {
    let place = KeyTreeWalk.place(of: node)
    switch pairs.withBytes({ visit(node, $0.extracting(place)) }) {
    case .children: break
    case .next: return true
    case .end: return false
    }
    pairs.withBytes { pairs in
      children.withMutableBytes { children in
        cipher.encrypt(
          KeyTreeWalk.counters.span, key: pairs.extracting(place), into: &children)
      }
    }
    let below = (node.level + 1) * KeyTreeWalk.pairBytes
    children.withBytes { children in pairs.withMutableBytes { $0.copy(children, at: below) } }
    for side in 0...1 {
      let child = KeyTree.Node(level: node.level + 1, index: node.index * 2 + side)
      if !descend(child, visit) { return false }
    }
    return true
  }

  private static func place(of node: KeyTree.Node) -> Range<Int> {
    let start = node.level * pairBytes + node.index % 2 * KeyTree.seedBytes
    return start..<start + KeyTree.seedBytes
  }
}

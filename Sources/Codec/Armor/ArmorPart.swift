/// One part that was read whole.
package struct ArmorPart<Content: Equatable> {
  package let head: ArmorHead
  /// Its bytes of the packet, or a stand-in for them.
  package let content: Content
  /// The numbers, from 1, of the blocks that had to be mended.
  package let mended: [Int]

  package init(head: ArmorHead, content: Content, mended: [Int] = []) {
    self.head = head
    self.content = content
    self.mended = mended
  }
}

extension ArmorPart: Sendable where Content: Sendable {}

/// Equality, regardless of what had to be mended.
extension ArmorPart: Equatable {
  package static func == (first: ArmorPart, second: ArmorPart) -> Bool {
    first.head == second.head && first.content == second.content
  }
}

extension ArmorPart: Hashable where Content: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(head)
    hasher.combine(content)
  }
}

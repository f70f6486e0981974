// Invariant 4: a torn slot proves nothing, and the other one counts.
internal import Pad
internal import System

/// What the two slots of a file say together.
struct SlotReading<Content: SlotContent & ~Copyable>: ~Copyable {
  /// The generation of the newest valid slot.
  var generation: UInt64
  var content: Content
  /// The slot that is not valid. It proves nothing and is written again.
  var damagedSlot: Int?
  /// The slot with an earlier generation, if the last change was cut short after its commit.
  var older: SealedSlots<Content>.Opened?
  var olderSlot = 0

  /// Whether both slots say the same.
  var isSettled: Bool { damagedSlot == nil && older == nil }

  /// Lends what the older slot holds; nil if no change was cut short.
  func withOlder<Result>(
    _ body: (borrowing SealedSlots<Content>.Opened) -> Result
  ) -> Result? {
    switch older {
    case .some(let opened): body(opened)
    case .none: nil
    }
  }

  /// Without `older` and `damaged`, both slots agree.
  init(
    _ newest: consuming SealedSlots<Content>.Opened,
    older: consuming SealedSlots<Content>.Opened? = nil, in olderSlot: Int = 0,
    damaged slot: Int? = nil
  ) {
    generation = newest.generation
    content = newest.content
    damagedSlot = slot
    self.older = older
    self.olderSlot = olderSlot
  }

  /// Reads all bytes of the file. Throws if neither slot is valid.
  init(
    _ bytes: [UInt8], _ slots: SealedSlots<Content>, path: String,
    rootKey: borrowing SecretBytes
  ) throws(VaultError) {
    let first = try slots.open(slots.slot(0, of: bytes.span), slot: 0, of: path, rootKey: rootKey)
    let second = try slots.open(slots.slot(1, of: bytes.span), slot: 1, of: path, rootKey: rootKey)
    guard let first = consume first else {
      guard let second = consume second else { throw Content.damage(path: path) }
      self.init(second, damaged: 0)
      return
    }
    guard let second = consume second else {
      self.init(first, damaged: 1)
      return
    }
    if first.generation == second.generation {
      self.init(first)
    } else if first.generation > second.generation {
      self.init(first, older: second, in: 1)
    } else {
      self.init(second, older: first, in: 0)
    }
  }
}

internal import Pad

/// What the two slots of a state say together (vault.md, "Open for a change", step 5).
struct StateRecovery: ~Copyable {
  enum Steps {
    /// Both slots agree.
    case none
    /// One slot is invalid, which proves nothing: write it again.
    case renew(slot: Int)
    /// The last change was cut short after its commit: wipe what only the older slot still held a
    /// key for, then bring both slots to one new generation.
    case finish(olderSlot: Int, spent: [Range<Int>])
  }

  let generation: UInt64
  let steps: Steps
  private let state: PadState

  init(
    _ bytes: [UInt8], id: PadID, path: String, rootKey: borrowing SecretBytes,
    in environment: VaultEnvironment? = nil
  ) throws(VaultError) {
    let first = try StateRecovery.open(
      0, of: bytes, id: id, path: path, rootKey: rootKey, in: environment)
    let second = try StateRecovery.open(
      1, of: bytes, id: id, path: path, rootKey: rootKey, in: environment)
    guard let first = consume first else {
      guard let second = consume second else { throw .padDamaged(contact: nil, path: path) }
      self.init(second, .renew(slot: 0))
      return
    }
    guard let second = consume second else {
      self.init(first, .renew(slot: 1))
      return
    }
    if first.generation == second.generation {
      self.init(first, .none)
    } else if first.generation > second.generation {
      self.init(newer: first, older: second, olderSlot: 1)
    } else {
      self.init(newer: second, older: first, olderSlot: 0)
    }
  }

  private static func open(
    _ slot: Int, of bytes: [UInt8], id: PadID, path: String, rootKey: borrowing SecretBytes,
    in environment: VaultEnvironment?
  ) throws(VaultError) -> StateSlot.Opened? {
    do throws(StateSlot.NewerVersion) {
      return try StateSlot.open(
        bytes.span.slot(slot), slot: slot, id: id, rootKey: rootKey, in: environment)
    } catch { throw .newerVersion(path: path) }
  }

  private init(_ opened: consuming StateSlot.Opened, _ steps: Steps) {
    generation = opened.generation
    self.steps = steps
    state = opened.state
  }

  private init(
    newer: consuming StateSlot.Opened, older: borrowing StateSlot.Opened, olderSlot: Int
  ) {
    let living = newer.state.tree.living
    let spent = older.state.tree.living.ranges.flatMap { living.gaps(in: $0) }
    let chunks = newer.state.record.shape.chunks
    let number = newer.generation
    // Names no `self`: its state is not set yet, and the right side of ?? is a closure.
    let before = newer.state.generationBefore ?? number - 1
    generation = number
    steps = .finish(olderSlot: olderSlot, spent: spent.map { $0.clamped(to: 0..<chunks) })
    var state = newer.state
    // Release comes after both slots agree, so a send that got no further than one slot was never
    // released and does not count.
    if older.generation == before,
      state.record.nextToSend != older.state.record.nextToSend
    {
      state.record.previousEnd = older.state.record.previousEnd
      state.record.sentCount = older.state.record.sentCount
    }
    self.state = state
  }

  consuming func takeState() -> PadState { state }
}

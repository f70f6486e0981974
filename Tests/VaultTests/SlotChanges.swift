import Pad
import System
import TestSupport
import Testing

@testable import Vault

// Changes that the vault's own key could have sealed: tests write them into slots, in place, with
// the generation that is there.
extension Vault {
  /// The content of slot 0 of a pad's state, in bytes.
  func stateBytes(of id: PadID) throws -> [UInt8] {
    try slotBytes(layout.state(id), PadState.slots(of: id))
  }

  func bookBytes() throws -> [UInt8] { try slotBytes(layout.contacts, bookSlots) }

  /// The generations that the slots of a pad's state claim.
  func stateGenerations(of id: PadID) throws -> [UInt64] { try generations(layout.state(id)) }

  /// The same for the contact book.
  func bookGenerations() throws -> [UInt64] { try generations(layout.contacts) }

  private func generations(_ path: String) throws -> [UInt64] {
    let file = try readFile(path)
    return [0, file.count / 2].map { start in
      var offset = start + 8
      return file.span.load(UInt64.self, at: &offset)
    }
  }

  /// Changes the state of a pad.
  func changeState(
    of id: PadID, slots: [Int] = [0, 1], generation: UInt64? = nil,
    _ change: (inout [UInt8]) -> Void
  ) throws {
    try reseal(layout.state(id), PadState.slots(of: id), slots, generation, change)
  }

  /// Changes the contact book.
  func changeBookBytes(
    slots: [Int] = [0, 1], generation: UInt64? = nil, _ change: (inout [UInt8]) -> Void
  ) throws {
    try reseal(layout.contacts, bookSlots, slots, generation, change)
  }

  private func slotBytes<Content: SlotContent & ~Copyable>(
    _ path: String, _ slots: SealedSlots<Content>
  ) throws -> [UInt8] {
    let file = try readFile(path)
    guard
      let opened = try slots.open(
        slots.slot(0, of: file.span), slot: 0, of: path, rootKey: rootKey)
    else { throw Content.damage(path: path) }
    return opened.content.encoded().withBytes { $0.publicCopy }
  }

  private func reseal<Content: SlotContent & ~Copyable>(
    _ path: String, _ slots: SealedSlots<Content>, _ numbers: [Int], _ generation: UInt64?,
    _ change: (inout [UInt8]) -> Void
  ) throws {
    var text = try slotBytes(path, slots)
    change(&text)
    var file = try readFile(path)
    var offset = 8
    let current = file.span.load(UInt64.self, at: &offset)
    for number in numbers {
      let slot = slots.seal(
        SecretBytes(copying: text.span), generation: generation ?? current, slot: number,
        covering: slots.slotBytes, rootKey: rootKey, randomness: KernelRandomness())
      let start = number * slots.slotBytes
      file.replaceSubrange(start..<start + slots.slotBytes, with: slot)
    }
    try VaultFiles.put(file, in: path)
  }
}

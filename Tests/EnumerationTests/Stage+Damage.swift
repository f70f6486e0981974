import Pad

@testable import Vault

// What happens to a medium before a workload finds it.
extension Stage {
  var paths: VaultPaths { VaultPaths(directory: Cast.directory) }

  /// All bytes of a file, as the medium has them.
  func bytes(at path: String) -> [UInt8] { machine.medium.contents(at: path)!.durable }

  /// A vault that changes nothing: only its keys are wanted.
  func keys() -> Vault? {
    try? Vault.open(
      Cast.directory, for: .reading, environment: environment(SimulatedDisk(machine))
    ) { SecretBytes(count: 0) }
  }

  /// A bit of the next chunk to send rots.
  func damageChunk() {
    let path = paths.chunks(cast.padID)
    var bytes = bytes(at: path)
    let step = cast.shape.chunkBytes + 16
    bytes[(ledger.used[cast.padID]!.max()! + 1) * step + 100] ^= 1
    machine.medium.replaceDurably(path, bytes)
  }

  /// A bit of every seed in one of the slots of the state rots.
  func damageSlot(_ slot: Int) {
    let path = paths.state(cast.padID)
    var bytes = bytes(at: path)
    guard let vault = keys(),
      let opened = SlotReader.state(of: cast.padID, in: vault).open(bytes, slot: slot),
      let state = StateText(opened.text)
    else { return ledger.violate("the slot to damage is not valid") }
    let start = slot * bytes.count / 2 + SlotReader.headBytes
    for seed in state.seeds { bytes[start + seed + 11] ^= 1 }
    machine.medium.replaceDurably(path, bytes)
  }

  /// A bit of every name and key in some slots of the contact book rots.
  func damageBook(slots: [Int] = [0, 1]) {
    var bytes = bytes(at: paths.book)
    for slot in slots {
      let start = slot * bytes.count / 2 + SlotReader.headBytes
      for place in stride(from: start, to: start + 300, by: 16) { bytes[place] ^= 1 }
    }
    machine.medium.replaceDurably(paths.book, bytes)
    guard slots == [0, 1] else { return }
    ledger.hasDamagedBook = true
    // What it said is gone with it: nothing may be sent, and nobody has a name.
    ledger.closeAll(cast)
    for index in ledger.people.indices { ledger.people[index].isUnnamed = true }
  }
}

import Pad

@testable import Vault

// What happens to a medium before a workload finds it.
extension Stage {
  var paths: VaultPaths { VaultPaths(directory: Cast.directory) }

  /// All bytes of a file on the medium.
  func bytes(at path: String) -> [UInt8] { machine.medium.contents(at: path)!.durable }

  /// The vault, opened for reading: only its keys are needed.
  func keys() -> Vault? {
    try? Vault.open(
      Cast.directory, for: .reading, environment: environment(SimulatedDisk(machine))
    ) { SecretBytes(count: 0) }
  }

  /// Flips a bit of the next chunk to send.
  func damageChunk() {
    let path = paths.chunks(cast.padID)
    var bytes = bytes(at: path)
    let step = cast.shape.chunkBytes + 16
    bytes[(ledger.used[cast.padID]!.max()! + 1) * step + 100] ^= 1
    machine.medium.replaceDurably(path, bytes)
  }

  /// Flips a bit of every seed in one slot of the state.
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

  /// Flips a bit of every name and key in some slots of the contact book.
  func damageBook(slots: [Int] = [0, 1]) {
    var bytes = bytes(at: paths.book)
    for slot in slots {
      let start = slot * bytes.count / 2 + SlotReader.headBytes
      for place in stride(from: start, to: start + 300, by: 16) { bytes[place] ^= 1 }
    }
    machine.medium.replaceDurably(paths.book, bytes)
    guard slots == [0, 1] else { return }
    ledger.hasDamagedBook = true
    // Its contents are lost: nothing may be sent, and nobody has a name.
    ledger.closeAll(cast)
    for index in ledger.people.indices { ledger.people[index].isUnnamed = true }
  }
}

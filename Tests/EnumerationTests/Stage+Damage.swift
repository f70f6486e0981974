import Pad

@testable import Vault

// What happens to a medium before a workload finds it.
extension Stage {
  private var layout: VaultLayout { VaultLayout(directory: Cast.directory) }

  /// A bit of the next chunk to send rots.
  func damageChunk() {
    let path = layout.chunks(cast.padID)
    var bytes = machine.medium.contents(at: path)!.durable
    let step = ChunkFile.sealedBytes(chunkBytes: cast.shape.chunkBytes)
    bytes[(ledger.used.max()! + 1) * step + 100] ^= 1
    machine.medium.replaceDurably(path, bytes)
  }

  /// A bit of every seed in one of the slots rots.
  func damageSlot(_ slot: Int) {
    let path = layout.state(cast.padID)
    var bytes = machine.medium.contents(at: path)!.durable
    let start = slot * StateSlot.byteCount
    guard let vault = try? Session(self).vault(),
      let opened = try? StateSlot.open(
        bytes.span.slot(slot), slot: slot, id: cast.padID, rootKey: vault.rootKey)
    else { return ledger.violate("the slot to damage is not valid") }
    let end = start + StateSlot.headBytes + opened.state.encodedBytes
    for node in 1...opened.state.tree.nodes.count {
      bytes[end - node * PadState.nodeBytes + 20] ^= 1
    }
    machine.medium.replaceDurably(path, bytes)
  }

  /// What is kept outside tells of a newer state of the other pad.
  func rememberNewer() {
    guard let vault = try? Session(self).vault() else { return ledger.violate("no vault") }
    let path = "\(Cast.witnesses)/\(vault.id.hexadecimal)-\(cast.otherPadID.hexadecimal)"
    _ = machine.medium.add(path, isDirectory: false)
    machine.medium.replaceDurably(path, (1 << 20 as UInt64).bigEndianBytes)
    machine.medium.syncAll()
    ledger.isClosed = true
  }

  /// The vault's pad as it was before the last message that was sent, copied back file by file.
  func restore() {
    let before = Bases.shared.world(.used)
    for path in [layout.state(cast.padID), layout.chunks(cast.padID)] {
      machine.medium.change(.remove(path))
      _ = machine.medium.add(path, isDirectory: false)
      machine.medium.replaceDurably(path, before.medium.contents(at: path)!.durable)
    }
    machine.medium.syncAll()
    // What was sent since is not known to it; that it sends no more is what is watched.
    ledger = before.ledger
  }

  /// The same from a backup that was made in the middle of a change, put back into the same files
  /// after one more message.
  func restoreMiddle() {
    let before = Bases.shared.world(.used)
    let (state, chunks) = (layout.state(cast.padID), layout.chunks(cast.padID))
    var middle = before.medium.contents(at: state)!.durable
    Session(self).send("half of it is in the backup")
    let secondSlot = StateSlot.byteCount..<2 * StateSlot.byteCount
    middle.replaceSubrange(
      secondSlot, with: machine.medium.contents(at: state)!.durable[secondSlot])
    Session(self).send("after the backup")
    machine.medium.replaceDurably(state, middle)
    machine.medium.replaceDurably(chunks, before.medium.contents(at: chunks)!.durable)
    // The generation outside is not synced: a power cut before this is not to be noticed.
    machine.medium.syncAll()
    ledger = before.ledger
    ledger.isClosed = true
  }
}

import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("The order of a send")
struct CommitOrderTests {
  /// A packet that is written to a file leaves the process's memory, so the mark has to come first.
  @Test("No part of a packet is written before its chunks are durably marked as spent")
  func order() throws {
    let bases = Bases.shared
    let stage = Stage(
      bases.world(.used), bases.cast, Stage.Setting(), random: Seeded(seed: 8))
    let disk = SimulatedDisk(stage.machine)
    let vault = try Session(stage, disk: disk).vault()
    let file = try disk.create("/out")
    let out = try #require(stage.machine.medium.names["/out"]).inode
    let path = stage.paths.state(bases.cast.padID)
    let before = stage.machine.medium.contents(at: path)!.durable
    var (isMarked, writes) = (true, 0)
    stage.machine.beforeStep = { [unowned stage] step in
      guard case .write(let inode, _, _) = step, inode == out else { return }
      writes += 1
      isMarked = isMarked && stage.machine.medium.contents(at: path)!.durable != before
    }
    let content = SecretSource(SecretBytes(count: 300))
    _ = try vault.send(.text, content, to: vault.contact(Cast.name), in: .file(file))
    #expect(writes > 0 && isMarked)
  }
}

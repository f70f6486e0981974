import TestSupport

@testable import Vault

/// Everything that makes up a state: the medium, and what is known outside. A value.
struct World {
  var medium: Medium
  var ledger: Ledger
}

/// A world in which processes run.
final class Stage {
  let cast: Cast
  let random: Seeded
  let machine: SimulatedMachine
  /// Shared by all processes: it is the world outside.
  var ledger: Ledger
  let setting: Setting
  private let sayings = Sayings()

  /// What processes have said since the last look.
  private final class Sayings: @unchecked Sendable {
    var saysUnsent = false
  }

  /// Enters in the ledger what was said.
  func hearSayings() {
    if sayings.saysUnsent { ledger.post?.isSaidUnsent = true }
    sayings.saysUnsent = false
  }

  /// Settings shared by all processes of one enumeration.
  struct Setting {
    var machineID = Cast.machineID
    /// Every packet goes through the spool, and pads are read a chunk or two at a time.
    var streams = false
    /// Requests that the storage ignores.
    var omissions: Set<Omission> = []
  }

  init(_ world: World, _ cast: Cast, _ setting: Setting, random: Seeded) {
    self.cast = cast
    self.random = random
    self.setting = setting
    machine = SimulatedMachine(world.medium)
    machine.omissions = setting.omissions
    ledger = world.ledger
  }

  var world: World {
    hearSayings()
    return World(medium: machine.medium, ledger: ledger)
  }

  func environment(_ disk: SimulatedDisk) -> VaultEnvironment {
    var environment = VaultEnvironment(
      storage: disk, randomness: random, machineID: setting.machineID,
      counterDirectory: Cast.counters,
      warn: { [sayings] warning in
        if case .lastMessageUnsent = warning { sayings.saysUnsent = true }
      })
    environment.contactSlotBytes = Cast.contactSlotBytes
    if setting.streams {
      environment.memoryBytes = 0
      environment.pieceBytes = 512
    }
    return environment
  }
}

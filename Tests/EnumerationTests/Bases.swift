import Pad
import System
import TestSupport

@testable import Vault

/// The worlds that workloads start from, made once.
struct Bases: Sendable {
  enum Kind: CaseIterable, Sendable {
    /// No vault yet.
    case empty
    /// Two vaults without a pad.
    case strangers
    /// An unused pad.
    case fresh
    /// A pad that both ends have used, with gaps.
    case used
    /// The same, and another, unused pad of the same contact.
    case twoPads
    /// The same, but the other pad is another contact's.
    case twoContacts
  }

  static let shared = Bases(seed: 1)

  let cast: Cast
  private let worlds: [Kind: World]

  func world(_ kind: Kind) -> World { worlds[kind]! }

  private init(seed: UInt64) {
    let cast = Cast(random: Seeded(seed: seed))
    self.cast = cast
    var medium = Medium()
    _ = medium.add(Cast.counters, isDirectory: true)
    var ledger = Ledger()
    ledger.vault = .absent
    ledger.pad = .absent
    let stage = Stage(
      World(medium: medium, ledger: ledger), cast, Stage.Setting(), random: Seeded(seed: seed))
    var worlds = [Kind.empty: Bases.settled(stage)]
    let session = Session(stage)
    session.makeVault()
    worlds[.strangers] = Bases.after(stage) { stage in
      Session(stage, directory: Cast.peerDirectory).makeVault()
      stage.ledger.peerPad = .absent
    }
    session.makeFirstPad()
    worlds[.fresh] = Bases.settled(stage)
    session.send()
    session.send(String(repeating: "long ", count: 60))
    session.receive(1)
    session.send()
    worlds[.used] = Bases.settled(stage)
    worlds[.twoPads] = Bases.after(stage) { Session($0).pairOnceMore() }
    worlds[.twoContacts] = Bases.after(stage) {
      Session($0).pairOnceMore(with: Cast.otherName)
    }
    precondition(stage.ledger.violations.isEmpty, "\(stage.ledger.violations)")
    self.worlds = worlds
  }

  /// The world after `body`, which runs on a stage of its own.
  private static func after(_ stage: Stage, _ body: (Stage) -> Void) -> World {
    let other = Stage(stage.world, stage.cast, stage.setting, random: stage.random)
    body(other)
    precondition(other.ledger.violations.isEmpty, "\(other.ledger.violations)")
    return settled(other)
  }

  private static func settled(_ stage: Stage) -> World {
    stage.machine.medium.syncAll()
    return stage.world
  }
}

extension Session {
  fileprivate func makeFirstPad() {
    attempt("make a pad") { () throws(VaultError) in
      let writer = try makePad(.giver, of: Cast.name)
      try writer.commit(provenance: Session.provenance, confirmed: true)
    }
    stage.ledger.pad = .present
    stage.ledger.give(cast.padID, to: Cast.name)
  }
}

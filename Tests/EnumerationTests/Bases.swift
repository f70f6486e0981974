import Codec
import Pad
import Primitives
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
    /// A pad of which nothing is used.
    case fresh
    /// A pad that both ends have used, with gaps.
    case used
    /// The same, and another pad of which nothing is used.
    case twoPads
  }

  static let shared = Bases(seed: 1)

  let cast: Cast
  private let worlds: [Kind: World]

  func world(_ kind: Kind) -> World { worlds[kind]! }

  private init(seed: UInt64) {
    let cast = Cast(random: Seeded(seed: seed))
    self.cast = cast
    var medium = Medium()
    _ = medium.add(Cast.witnesses, isDirectory: true)
    var ledger = Ledger()
    ledger.vault = .absent
    ledger.pad = .absent
    let stage = Stage(
      World(medium: medium, ledger: ledger), cast, Stage.Setting(), random: Seeded(seed: seed))
    var worlds = [Kind.empty: Bases.settled(stage)]
    let session = Session(stage)
    session.makeVault()
    worlds[.strangers] = Bases.strangers(stage)
    session.makePad()
    stage.ledger.pad = .present
    worlds[.fresh] = Bases.settled(stage)
    session.send()
    session.send(String(repeating: "long ", count: 60))
    session.receive(1)
    session.send()
    worlds[.used] = Bases.settled(stage)
    session.makeOtherPad()
    worlds[.twoPads] = Bases.settled(stage)
    precondition(stage.ledger.violations.isEmpty, "\(stage.ledger.violations)")
    self.worlds = worlds
  }

  private static func strangers(_ stage: Stage) -> World {
    let stage = Stage(stage.world, stage.cast, stage.setting, random: stage.random)
    Session(stage, directory: Cast.peerDirectory).makeVault()
    stage.ledger.peerPad = .absent
    return settled(stage)
  }

  private static func settled(_ stage: Stage) -> World {
    stage.machine.medium.syncAll()
    return stage.world
  }
}

extension Session {
  fileprivate func makeOtherPad() {
    attempt("make another pad") { () throws(VaultError) in
      var writer = try vault().makePad(
        id: cast.otherPadID, contact: Cast.name, role: .giver, shape: cast.shape)
      try writer.append(cast.otherMaterial.span)
      try writer.commit(
        provenance: Provenance(source: "a test", transfer: .network), confirmed: true)
    }
  }

  fileprivate func makePad() {
    attempt("make a pad") { () throws(VaultError) in
      let writer = try makePad(.giver, of: Cast.name)
      try writer.commit(
        provenance: Provenance(source: "a test", transfer: .network), confirmed: true)
    }
  }
}

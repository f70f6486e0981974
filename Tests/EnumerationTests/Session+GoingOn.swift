import Pad
import Primitives
import TestSupport

@testable import Vault

// What a person does after a crash, and everything that has to hold then.
extension Session {
  /// Opens the vault and every pad in it, which recovers them.
  func recover() {
    let isMoved = stage.ledger.isMoved
    attempt("open the vault", expecting: mayLackVault) { () throws(VaultError) in
      let vault = try vault()
      for id in try vault.padIDs() {
        attempt("open a pad", expecting: isMoved ? \.isMoving : \.isUnexpected) {
          () throws(VaultError) in _ = try vault.openPad(id)
        }
      }
    }
  }

  /// Goes on after the recovery, with everything there is to do or with one thing.
  /// `isNewestFirst`: in which order the messages are read.
  func goOn(isNewestFirst: Bool, thorough: Bool) {
    guard stage.ledger.vault == .present else { return makeVaultAgain() }
    if stage.ledger.peerPad != nil { return goOnPairing() }
    guard let vault = try? vault(), let ids = try? vault.padIDs() else {
      return stage.ledger.violate("4: the vault does not open")
    }
    expectOldPassphraseGone()
    let spool = stage.machine.medium.children(of: vault.layout.spool)
    stage.ledger.expect(spool.isEmpty, "5: the spool still holds \(spool)")
    let isHere = ids.contains(cast.padID)
    switch stage.ledger.pad {
    case .present where !isHere: stage.ledger.violate("4: the pad is missing")
    case .gone where isHere: stage.ledger.violate("5: a pad that was gone is back")
    case _ where isHere: goOnWithPad(isNewestFirst, thorough)
    case .absent: return
    default:
      let isKnown = (try? vault.gone.ids())?.contains(cast.padID) ?? false
      stage.ledger.expect(isKnown, "5: a pad that is gone is not known to be")
      expectNothingLeft()
    }
  }

  private func goOnWithPad(_ isNewestFirst: Bool, _ thorough: Bool) {
    if stage.ledger.isMoved { adopt(isOnlyCopy: stage.ledger.vouches) }
    let contacts = (try? vault().contacts().count) ?? 0
    stage.ledger.expect(contacts == 1, "4: the pads of one person are those of \(contacts)")
    let waiting = cast.messages.indices.filter { !stage.ledger.consumed.contains($0) }
    let order = isNewestFirst ? waiting.reversed() : Array(waiting)
    if thorough {
      doEverything(order)
    } else if let first = order.first, stage.random.next() & 1 == 0 {
      receive(first)
    } else {
      send()
    }
    stage.ledger.expectReadableByPeer()
  }

  private func doEverything(_ order: [Int]) {
    expectGone()
    for number in order { receive(number) }
    expectNothingMissing()
    send()
    send(String(repeating: "long ", count: 60))
    if let packet = stage.ledger.consumed.min().map({ cast.messages[$0].packet }) {
      receiveRefused(packet, "a repetition") { $0.isRepetition }
    }
    receiveRefused(cast.forged, "a forged message") { $0 == .foreign || $0.isRepetition }
  }

  /// Once everything that was sent is read, nothing is missing.
  private func expectNothingMissing() {
    stage.ledger.expect(
      stage.ledger.consumed.count == cast.messages.count, "4: a message cannot be read")
    let missing = (try? vault().contacts().first?.missing) ?? 0
    stage.ledger.expect(missing == 0, "4: \(missing) messages count as missing")
  }

  private func makeVaultAgain() {
    if (try? vault()) != nil { return }
    stage.ledger.expect(stage.ledger.vault != .present, "4: the vault is missing")
    makeVault()
    attempt("open a new vault") { () throws(VaultError) in _ = try vault() }
  }

  func makeVault() {
    stage.ledger.vault = .beingMade
    let isDone = attempt("make a vault") { () throws(VaultError) in
      try Vault.create(
        directory, environment: stage.environment(disk), passphrase: SecretBytes(count: 0),
        cost: Cast.cost)
    }
    if isDone { stage.ledger.vault = .present }
  }

  private func mayLackVault(_ error: VaultError) -> Bool {
    guard stage.ledger.vault != .present, case .noVault = error else { return false }
    return true
  }
}

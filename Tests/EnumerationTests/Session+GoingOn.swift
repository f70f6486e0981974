import Pad
import TestSupport

@testable import Vault

// What a person does after a crash, and everything that has to hold then.
extension Session {
  /// Opens the vault and every pad in it for a change, which recovers them.
  func recover() {
    attempt("open the vault", expecting: mayLackVault) { () throws(VaultError) in
      let vault = try vault()
      for pad in cast.pads where holds(pad.id) {
        attempt("open a pad", expecting: isRefusal) { () throws(VaultError) in
          _ = try OpenPad.open(pad.id, of: vault)
        }
      }
      // This compares all evidence of a rollback.
      _ = try vault.contacts()
    }
  }

  /// Goes on after the recovery, with everything there is to do or with one thing. `isNewestFirst`:
  /// the order in which messages are read.
  func goOn(isNewestFirst: Bool, thorough: Bool) {
    guard stage.ledger.vault == .present else { return makeVaultAgain() }
    if stage.ledger.peerPad != nil { return goOnPairing() }
    guard (try? vault()) != nil else { return stage.ledger.violate("4: the vault does not open") }
    expectOldPassphraseGone()
    if stage.ledger.needsAdoption {
      adopt(nothingSentElsewhere: stage.ledger.vouches)
      startAnew()
      recover()
    }
    let spool = stage.machine.medium.children(of: paths.spool)
    stage.ledger.expect(spool.isEmpty, "5: the spool still holds \(spool)")
    for pad in cast.pads { expectAsSaid(pad) }
    expectContacts()
    sendOutbox()
    if cast.pads.contains(where: { holds($0.id) }) { goOnWithPads(isNewestFirst, thorough) }
  }

  /// Checks that a pad is as the ledger says.
  private func expectAsSaid(_ pad: KnownPad) {
    let isHere = holds(pad.id)
    switch stage.ledger.standing(of: pad.id, cast) {
    case .present where !isHere: stage.ledger.violate("4: a pad is missing")
    case .gone where isHere: stage.ledger.violate("5: a pad that was gone is back")
    case .absent where isHere: stage.ledger.violate("6: a pad is there that was never committed")
    case .beingDestroyed where !isHere, .gone:
      let isKnown = stage.machine.medium.isForgotten(pad.id, in: directory)
      stage.ledger.expect(isKnown, "5: a pad that is gone is not known to be")
      expectNothingLeft()
    default: break
    }
  }

  func expectContacts() {
    attempt("list the contacts") { () throws(VaultError) in
      let contacts = try vault().contacts()
      stage.ledger.expectPeople(
        contacts.map { ($0.name, Set($0.pads.map(\.id))) }, cast)
      for pad in contacts.flatMap(\.pads) {
        if pad.id == cast.padID { stage.ledger.expectMissing(pad.missing, cast) }
        expectClosing(pad)
      }
    }
  }

  /// Checks that no closing that was acted on is lost.
  private func expectClosing(_ pad: PadSummary) {
    let isHeard = stage.ledger.heard.contains(pad.id)
    stage.ledger.expect(!isHeard || pad.closure != nil, "1: a closing was lost")
  }

  private func goOnWithPads(_ isNewestFirst: Bool, _ thorough: Bool) {
    let recipient = holdsPad ? cast.padID : cast.otherPad.id
    let isFirst = recipient == cast.padID
    let waiting = cast.messages.indices.filter { !stage.ledger.consumed.contains($0) }
    let order = isNewestFirst ? waiting.reversed() : Array(waiting)
    if thorough {
      if isFirst { readEverything(order) }
      doEverything(recipient)
    } else if isFirst, let first = order.first, stage.random.next() & 1 == 0 {
      receive(first)
    } else {
      send(to: recipient)
    }
    stage.ledger.expectReadableByPeer(cast)
  }

  private func readEverything(_ order: [Int]) {
    expectGone()
    for number in order { receive(number) }
    expectNothingMissing()
    if let number = stage.ledger.consumed.min() {
      receiveRefused(cast.messages[number].packet, "a repetition", \.isRepetition)
    }
    receiveRefused(cast.forged, "a forged message") { $0 == .foreign || $0.isRepetition }
  }

  private func doEverything(_ recipient: PadID) {
    send(to: recipient)
    send(String(repeating: "long ", count: 60), to: recipient)
    guard recipient == cast.padID else { return }
    rename(to: "later")
    expectContacts()
    // The book has been changed: nothing given up or forgotten is left in it.
    expectNothingLeft()
    send()
  }

  /// Checks that nothing is missing once everything that was sent is read.
  private func expectNothingMissing() {
    stage.ledger.expect(
      stage.ledger.consumed.count == cast.messages.count, "4: a message cannot be read")
    attempt("look for what is missing") { () throws(VaultError) in
      let pads = try vault().contacts().flatMap(\.pads)
      let missing = pads.first { $0.id == cast.padID }?.missing ?? []
      stage.ledger.expect(missing.isEmpty, "4: \(missing) count as missing")
    }
  }

  private func makeVaultAgain() {
    if (try? vault()) != nil { return }
    stage.ledger.expect(stage.ledger.vault != .present, "4: the vault is missing")
    makeVault()
    attempt("open a new vault") { () throws(VaultError) in _ = try vault() }
  }

  private func mayLackVault(_ error: VaultError) -> Bool {
    guard stage.ledger.vault != .present, case .noVault = error else { return false }
    return true
  }
}

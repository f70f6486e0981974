import Pad
import System
import TestSupport

@testable import Vault

// What a person does with contacts, pads and the vault itself.
extension Session {
  static let provenance = Provenance(source: "a test", transfer: .network)

  func makeVault() {
    stage.ledger.vault = .beingMade
    let isDone = attempt("make a vault") { () throws(VaultError) in
      try Vault.create(
        directory, environment: stage.environment(disk), passphrase: SecretBytes(count: 0),
        cost: Cast.cost)
    }
    if isDone { stage.ledger.vault = .present }
  }

  func changePassphrase(to passphrase: String) {
    stage.ledger.passphrases.append(passphrase)
    let isDone = attempt("change the passphrase") { () throws(VaultError) in
      try vault().changePassphrase(
        to: SecretBytes(copying: Array(passphrase.utf8).span), cost: Cast.cost)
    }
    if isDone { stage.ledger.passphrases = [passphrase] }
  }

  // MARK: Contacts

  func rename(to name: String) {
    let index = stage.ledger.person(of: cast.padID) ?? 0
    if stage.ledger.people[index].names.last != name {
      stage.ledger.people[index].names.append(name)
    }
    let isDone = attempt("rename", expecting: isRefusal) { () throws(VaultError) in
      let old = try self.name()
      if old != name { try vault().rename(old, to: name) }
    }
    guard isDone, let index = stage.ledger.person(of: cast.padID) else { return }
    stage.ledger.people[index].names = [name]
    stage.ledger.people[index].isUnnamed = false
  }

  /// Merges the second contact into the first.
  func merge() {
    stage.ledger.beginMerging(cast)
    // The contact being forgotten may have everybody's pads by then.
    if stage.ledger.isDestroying { beginDestroying(cast.otherPad.id) }
    let isDone = attempt("merge") { () throws(VaultError) in
      try vault().rename(Cast.otherName, to: Cast.name, merging: true)
    }
    if isDone { stage.ledger.merge(cast) }
  }

  // MARK: Pads

  /// Makes the other pad, for a contact who may be new.
  func pairOnceMore(with name: String = Cast.name) {
    let (pad, stage) = (cast.otherPad, stage)
    let person = stage.ledger.people.firstIndex { $0.names.contains(name) }
    attempt("pair once more", expecting: isRefusal) { () throws(VaultError) in
      var writer = try vault().makePad(id: pad.id, contact: name, role: .giver, shape: pad.shape)
      try writer.append(pad.material.span)
      let isForgotten = stage.ledger.isDestroying
      stage.ledger.otherPad = .beingMade
      stage.ledger.give(pad.id, to: name, whoWas: person)
      try writer.commit(provenance: Session.provenance, confirmed: true)
      // A pad that is forgotten meanwhile may be there or not.
      let isUncertain = isForgotten || stage.ledger.isForgetting
      if disk.isDown || isUncertain || stage.ledger.otherPad != .beingMade { return }
      stage.ledger.otherPad = .present
    }
  }

  /// Forgets the first pad's contact, with all its pads.
  func forget() {
    let person = stage.ledger.people[stage.ledger.person(of: cast.padID) ?? 0]
    let pads = person.pads.filter { stage.ledger.standing(of: $0, cast).isPossible }
    let complete = pads.filter(holds)
    for pad in complete { beginDestroying(pad) }
    if complete.count < pads.count { stage.ledger.isForgetting = true }
    let isDone = attempt("forget") { () throws(VaultError) in try vault().forget(name()) }
    guard isDone else { return }
    for pad in complete { setStanding(.gone, of: pad) }
    expectNothingLeft()
  }

  func beginDestroying(_ pad: PadID) {
    setStanding(.beingDestroyed, of: pad)
    stage.ledger.chunkFiles[pad] = stage.machine.medium.names[paths.chunks(pad)]?.inode
  }

  private func setStanding(_ standing: Ledger.Standing, of pad: PadID) {
    if pad == cast.padID { stage.ledger.pad = standing } else { stage.ledger.otherPad = standing }
  }

  // MARK: Adopting

  func adopt(nothingSentElsewhere: Bool) {
    stage.ledger.isBeingAdopted = true
    let isDone = attempt("adopt") { () throws(VaultError) in
      _ = try vault().adopt(nothingSentElsewhere: nothingSentElsewhere)
    }
    guard isDone else { return }
    stage.ledger.isMoved = false
    stage.ledger.lacksCounters = false
    stage.ledger.hasDamagedBook = false
  }
}

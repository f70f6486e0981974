import Pad

@testable import Vault

// Invariant 5, as far as a session can see it.
extension Session {
  /// Checks that an old passphrase no longer opens anything; the first one here is empty.
  func expectOldPassphraseGone() {
    guard stage.ledger.passphrases.count == 1, stage.ledger.passphrases[0] != "",
      let bytes = stage.machine.medium.contents(at: paths.header)?.durable
    else { return }
    for copy in 0..<2 {
      let start = copy * VaultHeader.pageBytes
      let page = bytes.span.extracting(start..<start + VaultHeader.pageBytes)
      guard let header = try? VaultHeader(page, path: ""), header.cost != nil else {
        stage.ledger.violate("5: copy \(copy) of the header opens with the old passphrase")
        continue
      }
    }
  }

  /// Checks, for one pad or all, that spent chunks are overwritten and nothing derives their keys.
  /// A pad whose last change was cut short is repaired when it is next opened.
  func expectGone(of id: PadID? = nil) {
    guard let vault = try? vault() else { return }
    let forensics = Forensics(medium: stage.machine.medium, cast: cast, vault: vault)
    for pad in cast.pads
    where (id == nil || pad.id == id) && stage.ledger.standing(of: pad.id, cast) == .present {
      for fault in forensics.faults(of: pad, spent: stage.ledger.spent(of: pad, cast)) {
        stage.ledger.violate(fault)
      }
    }
  }

  /// Checks that nothing is left of pads that are gone. `book`: whether the contact book has been
  /// changed since they went.
  func expectNothingLeft(book: Bool = true) {
    guard let vault = try? vault() else { return }
    let forensics = Forensics(medium: stage.machine.medium, cast: cast, vault: vault)
    for pad in cast.pads where !holds(pad.id) {
      let isOurs = directory == Cast.directory
      let chunkFile = isOurs ? stage.ledger.chunkFiles[pad.id] : nil
      var faults = forensics.remains(of: pad, chunkFile: chunkFile)
      if book { faults += forensics.remainsInBook(of: pad) }
      for fault in faults { stage.ledger.violate(fault) }
    }
  }
}

/// What `adopt` would accept: why the vault refuses to write.
package struct Adoption: Equatable, Sendable {
  /// Pads whose files were copied, restored or moved here.
  package var movedPads = 0
  /// The contact book's file was copied, restored or moved here.
  package var isBookMoved = false
  /// The vault was not used on this machine before.
  package var isOtherMachine = false
  /// Counters that were kept outside the vault are gone.
  package var countersAreGone = false
  /// The contact book is damaged; a new one can be made from the pads' states.
  package var bookIsDamaged = false

  /// The generation of the contact book that a pad has seen, if it proves that the vault went back.
  var seenGeneration: UInt64?

  package init() {}

  /// There was a newer state of this vault: something may have been sent from it.
  package var isOlder: Bool { seenGeneration != nil }
  package var isNeeded: Bool {
    movedPads > 0 || isBookMoved || isOtherMachine || countersAreGone || bookIsDamaged
  }
  /// Only the machine under the vault changed: a second system, or a new installation.
  package var isOtherMachineOnly: Bool {
    isOtherMachine && movedPads == 0 && !isBookMoved && !countersAreGone && !bookIsDamaged
  }
}

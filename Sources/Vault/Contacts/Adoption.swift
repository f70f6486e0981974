/// What `adopt` would accept: why the vault refuses to write.
package struct Adoption: Equatable, Sendable {
  /// Pads whose files were copied, restored or moved here.
  package var movedPads = 0
  /// The contact book's file was.
  package var isBookMoved = false
  /// The vault was not used on this machine before.
  package var isOtherMachine = false
  /// Counters that were kept outside the vault are gone.
  package var countersAreGone = false
  /// The contact book is damaged; a new one can be made of what the pads say.
  package var bookIsDamaged = false

  /// If a pad proves that the vault went back: the generation of the contact book that it has seen.
  var seenGeneration: UInt64?

  package init() {}

  /// Something was sent from another copy since.
  package var isOlder: Bool { seenGeneration != nil }
  package var isNeeded: Bool {
    movedPads > 0 || isBookMoved || isOtherMachine || countersAreGone || bookIsDamaged
  }
  /// Nothing was moved but the machine under the vault: a second system, or one installed anew.
  package var isOtherMachineOnly: Bool {
    isOtherMachine && movedPads == 0 && !isBookMoved && !countersAreGone && !bookIsDamaged
  }
}

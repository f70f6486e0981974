package import Pad

/// Who makes the pad and what it is like: what follows from the two wishes (vernam-pairing(7),
/// "Handshake").
package struct Agreement: Equatable, Sendable {
  /// The end that makes the pad; lane 0 is its own.
  package let giver: End
  package let shape: PadShape
  /// Percent of the pad that is the giver's lane, before rounding to chunks.
  package let split: Int

  /// The higher role gives, the listener where they are equal. Two ends that both bring material
  /// are refused, and so is a giver's wish that makes no pad.
  package init(listener: Wish, joiner: Wish) throws(PairingError) {
    if listener.role == .material && joiner.role == .material { throw .bothHaveMaterial }
    giver = joiner.role.rawValue > listener.role.rawValue ? .joiner : .listener
    let wish = giver == .listener ? listener : joiner
    guard let size = Int(exactly: wish.size),
      let shape = PadShape(size: size, split: Int(wish.split))
    else { throw .impossibleShape }
    self.shape = shape
    split = Int(wish.split)
  }

  /// The wish that was settled on: what M2 carries behind the joiner's role.
  func settled(listener: Wish, joiner: Wish) -> Wish {
    let wish = giver == .listener ? listener : joiner
    return Wish(role: joiner.role, size: wish.size, split: wish.split)
  }
}

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
  package init(listener: PadRequest, joiner: PadRequest) throws(PairingError) {
    if listener.role == .material && joiner.role == .material { throw .bothHaveMaterial }
    giver = joiner.role.rawValue > listener.role.rawValue ? .joiner : .listener
    let request = giver == .listener ? listener : joiner
    guard let size = Int(exactly: request.size),
      let shape = PadShape(size: size, split: Int(request.split))
    else { throw .impossibleShape }
    self.shape = shape
    split = Int(request.split)
  }

  /// The wish that was settled on: what M2 carries behind the joiner's role.
  func settled(listener: PadRequest, joiner: PadRequest) -> PadRequest {
    let request = giver == .listener ? listener : joiner
    return PadRequest(role: joiner.role, size: request.size, split: request.split)
  }
}

package import Pad

/// Who makes the pad and what it is like, as follows from the two requests (vernam-pairing(7),
/// "Handshake").
package struct Agreement: Equatable, Sendable {
  /// The end that makes the pad; lane 0 is its own.
  package let giver: End
  package let shape: PadShape
  /// Percent of the pad that is the giver's lane, before rounding to chunks.
  package let split: Int

  /// The higher role gives, or the listener if they are equal. Refuses two ends that both bring
  /// material, and a giver's request that makes no pad. The latter is the other end's fault: each
  /// end checks its own request before the handshake.
  package init(listener: PadRequest, joiner: PadRequest) throws(PairingError) {
    if listener.role == .material && joiner.role == .material { throw .bothHaveMaterial }
    giver = joiner.role.rawValue > listener.role.rawValue ? .joiner : .listener
    let request = giver == .listener ? listener : joiner
    guard let shape = request.shape else { throw .malformedHandshake }
    self.shape = shape
    split = Int(request.split)
  }

  /// The settled request, as M2 carries it: the joiner's role with the giver's size and split.
  func settled(listener: PadRequest, joiner: PadRequest) -> PadRequest {
    let request = giver == .listener ? listener : joiner
    return PadRequest(role: joiner.role, size: request.size, split: request.split)
  }
}

internal import Pad
package import Vault

/// What the person at this end asked for.
package struct PairingOptions: Sendable {
  /// The other person's name in this vault.
  package var contact: String
  /// Bytes of the pad; nil if not given.
  package var size: Int?
  /// Percent of the pad for the giver's own lane; nil if not given.
  package var split: Int?
  /// What to make the pad from, besides the kernel's randomness.
  package var material: (any Material)?
  /// Where the bytes come from, if this end gives.
  package var source: Provenance.Source
  /// The largest pad, in bytes, that is accepted from the other end.
  package var maximumSize = Int.max
  /// How long to search for the other end.
  package var patience: Duration = .seconds(300)
  /// Pause between two rounds of trying all endpoints.
  package var pause: Duration = .milliseconds(500)

  /// How long to wait for a connection that was lost in mid-transfer.
  package var absence: Duration = .seconds(120)
  /// How long a taker that has its pad waits for such a connection: only its hello can be missing,
  /// and any later message serves as well.
  package var parting: Duration = .seconds(30)

  /// How long a taker may keep its giver waiting for an acknowledgement: the piece before, the piece
  /// itself, and a slow sync. See `AcknowledgementTime`.
  package var acknowledgement: Duration = .seconds(120)

  /// How long the other end may take to finish storing and comparing: it did most of that during
  /// the transfer. A giver waits no longer for the hello, over however many connections.
  package var comparison: Duration = .seconds(120)

  /// Whether the person has stopped it; for `carry` and `takeIn`, which cannot be cancelled otherwise.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(contact: String, source: Provenance.Source) {
    self.contact = contact
    self.source = source
  }

  /// The request that the handshake sends. Without a size, all of the material is used.
  var request: PadRequest {
    let spare = material.map { max($0.byteCount - PadShape.headerKeysBytes, 0) }
    let role: PadRequest.Role =
      material != nil ? .material : size != nil || split != nil ? .shape : .either
    return PadRequest(
      role: role, size: UInt64(clamping: size ?? spare ?? PadRequest.defaultSize),
      split: UInt8(clamping: split ?? PadRequest.defaultSplit))
  }
}

internal import Pad

/// What this end's person asked for.
package struct PairingOptions: Sendable {
  /// The other person's name, as this vault calls them.
  package var contact: String
  /// Bytes of the pad, nil when not said.
  package var size: Int?
  /// Percent of the pad for the giver's own lane, nil when not said.
  package var split: Int?
  /// What to make the pad from, besides the kernel's randomness.
  package var material: (any Material)?
  /// Where the bytes come from, in the words of the provenance, when this end gives.
  package var source: String
  /// The largest pad, in bytes, that is accepted from the other end.
  package var maximumSize = Int.max
  /// How long to search for the other end.
  package var patience: Duration = .seconds(300)
  /// Between two rounds of trying all endpoints.
  package var pause: Duration = .milliseconds(500)

  /// How long to wait for a connection that was lost in the middle of a transfer.
  package var absence: Duration = .seconds(120)
  /// How long a taker that has its pad waits for such a connection: only its hello may be on the
  /// way, and any later message does as well.
  package var parting: Duration = .seconds(30)

  /// How long the other end may take to store or to compare a pad, and a second for each MiB more.
  package var comparison: Duration = .seconds(60)

  /// Whether the person has ended a pairing by hand, which nothing else tells of it.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(contact: String, source: String) {
    self.contact = contact
    self.source = source
  }

  /// What the handshake says of it. Material without a size gives all that it has.
  var request: PadRequest {
    let spare = material.map { max($0.byteCount - PadShape.headerKeysBytes, 0) }
    let role: PadRequest.Role =
      material != nil ? .material : size != nil || split != nil ? .shape : .either
    return PadRequest(
      role: role, size: UInt64(clamping: size ?? spare ?? PadRequest.defaultSize),
      split: UInt8(clamping: split ?? PadRequest.defaultSplit))
  }
}

/// Somebody who waits: the instance name of a service (RFC 6763, 4.1.1), kept as the bytes that
/// came, because Swift compares text by meaning and DNS-SD by bytes.
package struct Offer: Hashable, Sendable {
  /// UTF-8, up to 63 bytes, as it came from the network: never for a terminal.
  package let bytes: [UInt8]

  package init(name: String) { bytes = Array(name.utf8) }

  /// The name as it came from the network: to compare with `--offer`, never for a terminal.
  package var name: String { String(decoding: bytes, as: UTF8.self) }

  /// The name for a terminal, see `escaped(_:)`.
  package var displayName: String { escaped(name) }
}

extension Offer: Comparable {
  /// By bytes, so that both ends agree on the order.
  package static func < (left: Offer, right: Offer) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Whether this end listens when both ends offer: the lower name does, and the other joins.
  package func listens(with other: Offer) -> Bool { self < other }
}

package import Discovery
package import Link
package import Vault

/// Why a link to the other end did not come about, or ended.
package enum ExchangeError: Error, Equatable {
  case link(LinkError)
  case vault(VaultError)
  case discovery(DiscoveryError)
  /// The computer that answered does not share the pad.
  case stranger
  /// A frame that does not verify, or that no end sends.
  case badFrame
  /// The two ends have been looking for each other for a while.
  case notFound
  /// The person removed the message that was being sent.
  case removed
  /// The other end left.
  case left
}

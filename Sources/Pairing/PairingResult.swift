package import Pad
package import System
package import Vault

/// A pad that this end now holds.
package struct PairingResult: Sendable {
  package let padID: PadID
  package let shape: PadShape
  package let weGave: Bool
  /// Whether the other end is known to hold it. If not, this end only receives until the other
  /// end's first message.
  package let isConfirmed: Bool
  /// Why the session did not end with the last frame, if it did not.
  package var lastFailure: PairingError?
  /// What became of the file that the pad was taken from; nil if there was none.
  package var carriedFile: CarriedFileFate?

  /// What became of a carried file after it was taken in.
  package enum CarriedFileFate: Sendable {
    /// Overwritten with zeros and removed. Without `inPlace` the medium may keep the old bytes.
    case removed(inPlace: Bool)
    /// Still there, at least in part.
    case remains(SystemError)
  }
}

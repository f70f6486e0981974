package import Discovery
package import Link
package import System
package import Vault

/// Why a pairing gave no pad.
package enum PairingError: Error, Equatable {
  case link(LinkError)
  case discovery(DiscoveryError)
  case notVernam
  case newerVersion
  case malformedHandshake
  case keyExchange
  case brokenCommitment
  case bothHaveMaterial
  /// The size and split that this end's person asked for make no pad.
  case impossibleShape
  /// Bytes of the pad that was offered, and the most that this end accepts.
  case tooLarge(Int, limit: Int)
  /// The other end, which takes, did not go on with a pad of this many bytes.
  case offerUnanswered(Int)
  /// Bytes needed and bytes free on the vault's file system.
  case noSpace(needed: Int, free: Int)
  /// Input ended before a code was typed.
  case noCode
  /// Input ended before one of several offers was chosen.
  case noChoice
  /// A caller that this end's person does not want.
  case notChosen
  case wrongCode
  /// The person says that the other end is not the one they meet.
  case wrongComputer
  /// The other end's confirmation does not verify: the two do not hold the same keys.
  case wrongConfirmation
  /// The other end closed the connection before it confirmed.
  case otherEndStopped
  /// An unexpected frame, or one that does not verify.
  case badFrame
  /// A frame verifies, and says that the other end has what it cannot have.
  case badPosition
  /// What the taker sent as its hello is not one. This end's copy of the pad waits.
  case badHello(from: String, pad: PadID)
  /// The other end said why it gave up.
  case abortedByOther(AbortReason)
  /// This end stored something other than what the other end sent.
  case storedDiffers
  case malformedRecord
  /// Bytes that the material has and bytes that the pad needs.
  case materialTooShort(has: Int, needed: Int)
  case alreadyHeld
  case notACarriedPad(path: String)
  case carriedPadDamaged(path: String)
  /// The carried file is sealed, and its passphrase was not given.
  case noCarriedPassphrase(path: String)
  case wrongCarriedPassphrase(path: String)
  /// A passphrase was given, but the carried file is not sealed.
  case notSealed(path: String)
  case system(SystemError)
  case vault(VaultError)

  /// Whether the connection is gone and nothing else is wrong.
  var isConnectionLoss: Bool {
    switch self {
    case .link(.connectionLost), .link(.timedOut): true
    default: false
    }
  }

  /// Whether the cause is on this machine, so that another connection would not help.
  var isLocal: Bool {
    switch self {
    case .noCode, .noChoice, .link(.cancelled), .discovery, .noSpace, .materialTooShort,
      .storedDiffers, .system, .vault:
      true
    default: false
    }
  }
}

internal import Entropy
internal import Exchange
internal import Link
internal import Pairing
internal import System
internal import Vault

/// The exit codes of sysexits.h, with the meaning that vernam(1) gives them.
enum ExitStatus: Int32 {
  case done = 0
  case usage = 64
  /// The message or file is bad: damaged, forged, foreign, already read.
  case badData = 65
  case noInput = 66
  /// Something needed is missing: Avahi, network, enough pad.
  case unavailable = 69
  case ourFault = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// Try again, or wait for the other end.
  case temporary = 75
  /// Wrong passphrase, wrong code, or permission.
  case refused = 77
  /// Vault damaged, moved, closed for sending, or made by a newer version.
  case vault = 78

  init(_ error: ExchangeError) {
    self =
      switch error {
      case .vault(let error): ExitStatus(error)
      case .discovery, .stranger: .unavailable
      case .link(let error): ExitStatus(error)
      case .badFrame: .badData
      case .notFound, .removed, .left: .temporary
      }
  }

  private init(_ error: LinkError) {
    self =
      switch error {
      case .noAnswer, .cannotListen: .unavailable
      case .connectionLost, .timedOut, .cancelled: .temporary
      }
  }

  init(_ error: VaultError) {
    self =
      switch error {
      case .noVault, .noContacts: .noInput
      case .vaultExists, .nameTaken, .tooManyContacts, .carriedPadIsOut, .outboxFull: .cannotCreate
      case .wrongPassphrase, .noPassphrase, .unsafeFile: .refused
      case .headerMissing, .headerDamaged, .newerVersion, .costTooHigh, .listDamaged,
        .bookDamaged, .padDamaged, .padMissing, .tooLong, .moved, .counterGone, .sendingClosed:
        .vault
      case .untrustedFileSystem, .notEnoughPad, .notEnoughMemory, .keyringRefused: .unavailable
      case .busy, .conversationIsOpen, .replaced, .waitingForPeer, .newPadWaits, .tooManyMissing:
        .temporary
      case .badName, .noContact: .usage
      case .passphraseFileTooLong, .padKnown, .foreign, .ownMessage, .alreadyRead,
        .alreadyReadOrGivenUp,
        .padReused,
        .unknownKind, .malformedBody, .unusableName:
        .badData
      case .system(let error): ExitStatus(error)
      case .spentInVain(_, _, let error), .notMarkedAsRead(_, let error): ExitStatus(error)
      }
  }

  init(_ error: SystemError) {
    self =
      switch error.code {
      case SystemError.notFound, SystemError.isDirectory, SystemError.nameTooLong: .noInput
      case SystemError.notPermitted: .refused
      case SystemError.exists: .cannotCreate
      case SystemError.interrupted: .temporary
      default: .inputOutput
      }
  }

  init(_ error: EntropyError) {
    self =
      switch error {
      case .system(let error), .camera(let error): ExitStatus(error)
      case .noCamera, .noRawFormat, .cameraSilent: .unavailable
      case .interrupted: .temporary
      case .unknownFormat, .badSpecification, .notRaw, .sameSource, .oddWidth: .usage
      case .tooLittle, .tooFewFrames, .tooFewBytes, .tooFewThrows: .unavailable
      case .empty, .notFrames, .isJPEG, .badHeader, .shortFrame, .tooSmall, .tooLarge,
        .otherShape, .sampleTooGreat, .badLetter, .lineCut, .unlikelyThrows,
        .sharedFactor, .repeatedFrames, .repeatedParts, .tooLittleNoise,
        .dependentNeighbours, .dependentLowBits, .blockTransform, .codedFrame, .healthFailed:
        .badData
      }
  }

  init(_ error: PairingError) {
    self =
      switch error {
      case .link, .discovery, .notVernam, .notChosen, .keyExchange, .otherEndStopped,
        .abortedByOther, .offerUnanswered:
        .unavailable
      case .wrongCode, .wrongComputer, .wrongConfirmation, .noCarriedPassphrase,
        .wrongCarriedPassphrase:
        .refused
      case .notSealed, .malformedHandshake, .brokenCommitment, .badFrame, .badPosition, .badHello,
        .malformedRecord, .notACarriedPad, .carriedPadDamaged, .alreadyHeld:
        .badData
      case .bothHaveMaterial, .impossibleShape, .tooLarge, .materialTooShort: .usage
      case .noCode, .noChoice: .noInput
      case .noSpace, .storedDiffers: .inputOutput
      case .newerVersion: .vault
      case .vault(let error): ExitStatus(error)
      case .system(let error): ExitStatus(error)
      }
  }
}

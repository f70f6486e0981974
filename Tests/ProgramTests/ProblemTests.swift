import Discovery
import Exchange
import Link
import Pad
import Pairing
import QR
import System
import TestSupport
import Testing
import Vault

@testable import Program

@Suite("A problem in the window")
struct ProblemTests {
  private static let pad = PadID(number: 7)
  private static let vaultErrors: [VaultError] = [
    .noVault(path: "/v"), .headerMissing(path: "/v"), .wrongPassphrase, .noPassphrase,
    .headerDamaged(path: "/v"), .newerVersion(path: "/v"), .costTooHigh(path: "/v"),
    .listDamaged(path: "/v"), .bookDamaged(path: "/v"), .tooManyContacts,
    .counterGone(path: "/v"), .notEnoughMemory(bytes: 1 << 30),
    .padDamaged(contact: "bob", path: "/v"), .padMissing(contact: nil, path: "/v"),
    .tooLong(path: "/v", bytes: 9), .untrustedFileSystem(path: "/v"), .busy(path: "/v"),
    .conversationIsOpen("bob"), .replaced(path: "/v"), .moved(path: "/v"), .badName, .noContacts,
    .noContact("bob"), .carriedPadIsOut("bob", pad), .nameTaken("bob"), .padKnown,
    .waitingForPeer("bob"), .newPadWaits("bob", left: 9), .sendingClosed("bob", .moved),
    .sendingClosed("bob", .vaultIsOlder), .notEnoughPad("bob", left: 9, needed: 99),
    .outboxFull("bob"), .spentInVain(to: "bob", isCertain: true, because: full),
    .notMarkedAsRead(from: "bob", because: full), .foreign, .ownMessage(to: "bob"),
    .alreadyRead(from: "bob"), .alreadyReadOrGivenUp(from: "bob"),
    .padReused(from: "bob", on: pad), .unknownKind(9, from: "bob"), .malformedBody(from: "bob"),
    .unusableName(from: "bob"), .tooManyMissing(from: "bob"),
    .notMarkedAsRead(from: "bob", because: .tooManyMissing(from: "bob")), full,
  ]
  private static let full = VaultError.system(
    SystemError("write", "/v", code: SystemError.noSpace))
  private static let faults: [FileFault] = [
    .notADirectory, .notARegularFile, .ofAnotherUser, .openToOthers, .directoryOpenToOthers,
    .hasOtherNames, .missing, .inaccessible,
  ]
  private static let codes = [
    SystemError.notPermitted, SystemError.notFound, SystemError.notADirectory,
    SystemError.isDirectory, SystemError.exists, SystemError.readOnly, SystemError.interrupted,
    SystemError.brokenPipe, SystemError.noSpace, SystemError.quotaExceeded, 5,
  ]
  private static let pairingErrors: [PairingError] = [
    .link(.noAnswer(reason: nil)), .link(.connectionLost), .link(.timedOut), .link(.cancelled),
    .discovery(.noLibrary), .discovery(.noBus), .discovery(.noAvahi), .discovery(.avahiSilent),
    .discovery(.avahiLost), .discovery(.refused), .discovery(.failed(code: 1)), .notVernam,
    .newerVersion, .malformedHandshake, .keyExchange, .brokenCommitment,
    .impossibleShape, .tooLarge(9, limit: 8), .offerUnanswered(9), .noSpace(needed: 9, free: 8),
    .noCode, .noChoice, .notChosen, .wrongCode, .wrongComputer, .wrongConfirmation,
    .otherEndStopped, .badFrame, .badPosition, .badHello(from: "bob", pad: pad),
    .abortedByOther(.failed), .storedDiffers, .malformedRecord, .alreadyHeld,
    .link(.cannotListen(reason: "Address already in use")), .notACarriedPad(path: "/f"),
    .carriedPadDamaged(path: "/f"), .notSealed(path: "/f"),
    .vault(.tooManyContacts), .vault(.nameTaken("bob")), .vault(full),
  ]
  private static let carryingErrors = codes.map {
    PairingError.system(SystemError("create", "/f", code: $0))
  }
  private static let exchangeErrors: [ExchangeError] = [
    .link(.connectionLost), .link(.timedOut), .vault(full), .discovery(.noBus), .stranger,
    .badFrame, .notFound, .removed, .left,
  ]
  private static let cameraErrors: [QRError] =
    [
      .noLibrary, .tooManyCodes, .noDecoder, .decoderFailed, .noCamera,
      .noPictureFormat(camera: "/dev/video0"), .cameraSilent("/dev/video0"),
    ] + codes.map { .camera(SystemError("open", "/dev/video0", code: $0)) }

  static let all: [any Error & Sendable] =
    vaultErrors + faults.map { VaultError.unsafeFile(path: "/v", $0) }
    + codes.map { SystemError("open", "/v", code: $0) } + pairingErrors + carryingErrors
    + exchangeErrors
    + cameraErrors

  @Test("says what to do to a person who types no commands", arguments: all)
  func words(_ error: any Error & Sendable) {
    let problem = Problem(error)
    #expect(problem.what.count > 3 && problem.hint.count > 3)
    for sentence in [problem.what, problem.hint] {
      for command in ["\"", " --", "VERNAM_", "sudo", "vernam ", "ulimit", "decrypt"] {
        let isName = command == "vernam " && !sentence.contains("\"vernam ")
        #expect(isName || !sentence.contains(command), "\(error): \(sentence)")
      }
    }
  }
}

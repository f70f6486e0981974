internal import Discovery
internal import Exchange
internal import Link
internal import Pairing
internal import QR
internal import System
internal import Vault
internal import Wording

// What to do, for a person who types no commands. Where a command line would say the same, the words
// are shared.
extension Problem {
  static func hint(_ error: VaultError) -> String {
    switch error {
    case .noVault, .noContacts: "meet somebody"
    case .wrongPassphrase:
      "try again: capital letters matter; nobody can recover a forgotten passphrase"
    case .noPassphrase: "type it"
    case .waitingForPeer(let name): "ask \(name) to write first, and read that message"
    case .newPadWaits(let name, _): "read \(name)'s first message on the new pad"
    case .notEnoughPad(let name, _, _, _, _): "write less, or meet \(name) and share another pad"
    case .sendingClosed(let name, let closure): closure.wayOut("meet \(name) and share another pad")
    case .foreign: "copy all of the message, and ask for it again if that does not help"
    case .alreadyRead(let name), .alreadyReadOrGivenUp(let name):
      "if you do not see it here, ask \(name) to write it again, as a new message"
    case .spentInVain: "send it again"
    case .nameTaken: "choose another name"
    case .outboxFull(let name): "wait until \(name) is connected and some have arrived"
    case .conversationIsOpen:
      "close it there; if it is in another vernam window, lock or close that window"
    case .untrustedFileSystem, .tooLong, .costTooHigh: helper
    case .notEnoughMemory: "close other programs, and try again"
    case .tooManyContacts: "forget somebody you no longer need"
    case .noContact: "choose somebody in the list"
    case .padMissing(let name, _): "put it back; if it is lost, \(startOver(with: name))"
    case .padDamaged(let name, _): "check the disk, and \(startOver(with: name))"
    case .padKnown: "meet, and share another pad"
    case .carriedPadIsOut(let name, _):
      "read that message first; if the stick is lost, choose About this person in the conversation "
        + "with \(name), and forget that pad or, if it is the only one, \(name)"
    case .padReused(let name, _):
      "do not write on this pad; tell \(name) in another way; both of you forget each other in vernam, "
        + "and meet again"
    case .unknownKind(_, let name): "update vernam, or ask \(name) to send a text or a file"
    case .unusableName(let name): "ask \(name) to send it again under another name"
    case .tooManyMissing(let name), .notMarkedAsRead(_, .tooManyMissing(let name)):
      "read the missing ones first; if \(name) cannot send them again, \(startOver(with: name))"
    case .notMarkedAsRead: "keep what you got; if you read it again, you get the same message"
    case .moved, .counterGone, .bookDamaged:
      "close the window and open it again: it then asks whether anything was sent from another copy"
    case .headerMissing: "if you moved it, put it back; if not, \(newVault)"
    case .headerDamaged, .unsafeFile(_, .missing): "the pads are lost: \(newVault)"
    case .listDamaged:
      "your pads still work, but none can be added: once they are used up, \(newVault)"
    case .unsafeFile: helper
    case .system(let error): hint(error)
    default: error.hint
    }
  }

  static func hint(_ error: PairingError) -> String {
    switch error {
    case .link(.timedOut):
      "start again on both computers, and type the codes soon after they appear"
    case .link(.noAnswer):
      "check that both computers are on the same network, and start again on both"
    case .link(.connectionLost), .malformedHandshake, .keyExchange, .abortedByOther,
      .malformedRecord:
      "look at the other screen, and start again on both"
    case .otherEndStopped:
      "a code was probably mistyped there, or this was the wrong computer: look at the other "
        + "screen; if it happens again, somebody on the network may be interfering"
    case .wrongCode:
      "it was probably mistyped, or read from somebody else's screen; if it happens again, "
        + "somebody on the network may be interfering"
    case .brokenCommitment, .wrongConfirmation, .badFrame:
      "somebody on the network may be interfering: start again over a cable, or with a USB stick"
    case .discovery(let error): hint(error)
    case .noSpace: "free some space, and start again"
    case .notSealed: "ask the person who made it: somebody may have swapped it"
    case .badHello: "its vernam may be broken or fake: update it there, and start again on both"
    case .noCode, .impossibleShape, .offerUnanswered, .tooLarge, .bothHaveMaterial:
      "start again on both computers"
    case .vault(let error): hint(error)
    case .link(.cannotListen): "start again"
    case .notACarriedPad: "choose the file that was written on the other computer"
    case .carriedPadDamaged:
      "on the other computer, forget that pad or, if it is the only one, the person it is for, "
        + "and make another"
    case .system(let error) where error.isOutOfSpace:
      "free some space there, or choose another USB stick"
    case .system(let error) where error.code == SystemError.exists:
      "choose another folder, or remove that file"
    case .system(let error) where error.code == SystemError.notPermitted:
      "choose another file or folder"
    case .noChoice, .wrongComputer: "choose the name on the other person's screen"
    default: error.hint
    }
  }

  static func hint(_ error: ExchangeError) -> String {
    switch error {
    case .vault(let error): hint(error)
    case .discovery(let error): hint(error)
    case .link(.cannotListen):
      "choose About this person, wait again, and tell them the new address"
    default: "open the conversation on both computers; until then, copy your messages for email"
    }
  }

  static func hint(_ error: QRError) -> String {
    switch error {
    case .noLibrary: "install libqrencode4, or copy the message for email"
    case .tooManyCodes: "copy it for email, or leave it: it is sent once you are connected"
    case .noDecoder: "install libzbar0, or paste the message"
    case .decoderFailed: "show only the code to the camera, or paste the message"
    case .noCamera: "connect a camera, or paste the message"
    case .noPictureFormat: "connect another camera, or paste the message"
    case .camera(let error) where error.code == SystemError.notPermitted:
      "paste the message, or \(helper)"
    case .camera(let error):
      error.cameraHint(absent: "plug the camera in", other: "paste the message")
    case .cameraSilent:
      "unplug the camera, plug it in again, and close any other program that uses it"
    }
  }

  private static func hint(_ error: SystemError) -> String {
    switch error.code {
    case SystemError.notPermitted, SystemError.notFound, SystemError.notADirectory,
      SystemError.isDirectory, SystemError.exists, SystemError.readOnly:
      helper
    case SystemError.interrupted: "nothing was used up: try again when you like"
    case SystemError.brokenPipe: "try again"
    default: error.hint
    }
  }

  private static let newVault =
    "rename the folder of your vault (usually .local/share/vernam in your home folder), open this "
    + "window again, and meet everybody again"

  /// A window cannot mend everything.
  private static let helper = "ask somebody who looks after this computer"

  private static func startOver(with name: String?) -> String {
    name.map { "forget \($0) here, and meet again" } ?? "meet again"
  }

  /// What to do if other computers cannot be looked for.
  static let discoveryHint =
    "connect by address instead, or install libavahi-compat-libdnssd1 and avahi-daemon, or \(helper)"

  static func hint(_ error: DiscoveryError) -> String {
    switch error {
    case .noLibrary, .noBus, .noAvahi: discoveryHint
    case .avahiSilent, .avahiLost, .failed:
      "restart this computer, or \(helper)"
    case .refused, .unresolved:
      "start again on both computers; if it fails again, meet on another network"
    }
  }
}

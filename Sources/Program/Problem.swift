internal import Discovery
internal import Exchange
internal import Link
internal import Pairing
internal import QR
internal import System
internal import Vault
internal import Wording

/// What went wrong, in two sentences for a person who types no commands.
package struct Problem: Error, Equatable {
  package let what: String
  package let hint: String

  package init(_ what: String, hint: String) {
    self.what = what.sentence
    self.hint = hint.sentence
  }

  init(_ error: any Error) {
    switch error {
    case let error as Problem: self = error
    case let error as VaultError: self.init(error)
    case let error as PairingError: self.init(error)
    case let error as ExchangeError: self.init(error.what, hint: Problem.hint(error))
    case let error as OutgoingFileError: self.init(error.what, hint: "choose another file")
    case let error as QRError: self.init(error.what, hint: Problem.hint(error))
    case let error as SystemError: self.init(VaultError.system(error))
    default: preconditionFailure("no words for \(type(of: error))")
    }
  }

  init(_ error: VaultError) {
    if case .system(let error) = error, error.isOutOfSpace {
      self.init("The disk is full", hint: error.hint)
      return
    }
    self.init(error.what, hint: Problem.hint(error))
  }

  init(_ error: PairingError) {
    if case .vault(let error) = error {
      self.init(error)
    } else {
      self.init(error.what, hint: Problem.hint(error))
    }
  }

  /// Why an attempt to pair failed, if this computer tries again by itself.
  init(goingOn error: PairingError) {
    switch error {
    case .link(.connectionLost), .malformedHandshake, .keyExchange, .abortedByOther,
      .malformedRecord:
      self.init(error.what, hint: "look at the other screen, and start again there")
    default: self.init(error)
    }
  }

  private static func hint(_ error: VaultError) -> String {
    switch error {
    case .noVault, .noContacts: "meet somebody"
    case .wrongPassphrase:
      "try again; if you forgot it, your pads are lost, and nobody can recover them"
    case .noPassphrase: "type it"
    case .waitingForPeer(let name): "ask \(name) to write first, and read that message"
    case .newPadWaits(let name, _): "read \(name)'s first message on the new pad"
    case .notEnoughPad(let name, _, _, _, _): "write less, or meet \(name) and share another pad"
    case .sendingClosed(let name, let closure): closure.wayOut("meet \(name) and share another pad")
    case .foreign: "copy all of the message, and ask for it again if that does not help"
    case .spentInVain: "send it again"
    case .nameTaken: "choose another name"
    case .outboxFull(let name): "wait until \(name) is connected and some have arrived"
    case .conversationIsOpen: "close it there to go on here"
    case .untrustedFileSystem:
      "set VERNAM_VAULT to a folder on a local disk, and start vernam-window again"
    case .moved, .counterGone, .bookDamaged:
      "close the window and open it again: it then asks whether anything was sent from another copy"
    case .headerMissing: "if you moved it, put it back; if not, \(newVault)"
    case .headerDamaged, .unsafeFile(_, .missing): "the pads are lost: \(newVault)"
    case .listDamaged: "your pads still work; to add one, \(newVault)"
    default: error.hint
    }
  }

  private static func hint(_ error: PairingError) -> String {
    switch error {
    case .link(.noAnswer), .link(.timedOut):
      "check that both computers are on the same network, and start again on both"
    case .link(.connectionLost), .malformedHandshake, .keyExchange, .abortedByOther,
      .malformedRecord:
      "look at the other screen, and start again on both"
    case .otherEndStopped:
      "probably a code was mistyped there, or it is not the computer you meant: look at its "
        + "screen; if it happens again, somebody on the network may be interfering"
    case .wrongCode:
      "it was probably mistyped, or read from somebody else's screen; if it happens again, "
        + "somebody on the network may be interfering"
    case .brokenCommitment, .wrongConfirmation, .badFrame:
      "somebody on the network may be interfering: start again over a cable"
    case .discovery(let error): hint(error)
    case .noSpace: "free some space, and start again on both"
    case .noChoice, .wrongComputer: "choose the name on the other person's screen"
    default: error.hint
    }
  }

  private static func hint(_ error: ExchangeError) -> String {
    switch error {
    case .vault(let error): hint(error)
    case .discovery(let error): hint(error)
    default: "open the conversation on both computers; until then, copy your messages for a mail"
    }
  }

  private static func hint(_ error: QRError) -> String {
    switch error {
    case .noLibrary: "install libqrencode4, or copy the message for a mail"
    case .tooManyCodes: "copy it for a mail, or leave it: it is sent once you are connected"
    case .noDecoder: "install libzbar0, or paste the message"
    case .decoderFailed: "show only the code to the camera, or paste the message"
    case .noCamera: "connect a camera, or paste the message"
    case .noPictureFormat: "connect another camera, or paste the message"
    case .camera(let error):
      error.cameraHint(absent: "plug the camera in", other: "paste the message")
    case .cameraSilent:
      "unplug the camera, plug it in again, and close any other program that uses it"
    }
  }

  private static let newVault =
    "set VERNAM_VAULT to a new folder, start vernam-window again, and meet again"

  /// What to do if other computers cannot be looked for.
  static let discoveryHint =
    "install libavahi-compat-libdnssd1 and avahi-daemon, or ask somebody who looks after this "
    + "computer"

  private static func hint(_ error: DiscoveryError) -> String {
    switch error {
    case .noLibrary, .noBus, .noAvahi: discoveryHint
    case .avahiSilent, .avahiLost, .failed:
      "restart this computer, or ask somebody who looks after it"
    case .refused, .unresolved:
      "start again on both computers; if it fails again, meet on another network"
    }
  }
}

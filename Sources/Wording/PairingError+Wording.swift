internal import Discovery
internal import Link
package import Pairing
internal import System
internal import Vault

extension PairingError {
  /// One line that says what is wrong. Sizes of pads are written as in `status` and `--size`.
  package var what: String {
    switch self {
    case .link(.noAnswer(let reason)):
      "the other computer did not answer" + (reason.map { ": \($0)" } ?? "")
    case .link(.cannotListen(let reason)): "cannot wait for a connection: \(reason)"
    case .discovery(let error): error.what
    case .notVernam: "another program answered, not vernam"
    case .newerVersion: "the other computer has a newer version of vernam"
    case .malformedHandshake: "the other computer sent something that vernam does not understand"
    case .keyExchange: "the two computers could not agree on keys"
    case .brokenCommitment: "the other computer's keys are not the ones that it announced"
    case .bothHaveMaterial: "both of you use --material, but only one can"
    case .impossibleShape: "no pad can have this size and split"
    case .tooLarge(let size, let limit):
      ByteCount.comparing(size, limit) {
        "the other computer offers a pad of \($0), but you accept at most \($1)"
      }
    case .offerUnanswered(let size):
      "the other computer did not accept a pad of \(ByteCount(size))"
    case .noSpace(let needed, let free):
      ByteCount.comparing(needed, free) { "the pad needs \($0), but only \($1) is free" }
    case .noCode: "no code was typed"
    case .noChoice: "you chose nobody to pair with"
    case .notChosen: "you chose another computer"
    case .wrongComputer: "that was not the other person's computer"
    case .wrongCode: "that is not the code on the other screen"
    case .wrongConfirmation: "the two computers do not hold the same keys"
    case .otherEndStopped: "the other computer ended this attempt"
    case .link(.connectionLost): "the connection was lost"
    case .link(.timedOut): "the other computer took too long"
    case .link(.cancelled): "cancelled"
    case .badFrame: "the data was changed on the way"
    case .badPosition: "the other computer claims to have data that was never sent"
    case .badHello(let name, _): "the first message from \(name)'s computer is not genuine"
    case .abortedByOther(let reason): "the other computer gave up: \(reason.what)"
    case .storedDiffers: "this disk did not store the pad that was sent"
    case .malformedRecord: "the other computer sent a damaged record of where the pad came from"
    case .materialTooShort(let has, let needed):
      "the --material file has \(has) byte\(has == 1 ? "" : "s"), but this pad needs \(needed)"
    case .alreadyHeld: "this vault already has this pad, or had it before"
    case .notACarriedPad(let path): "\(path) is not a carried pad"
    case .carriedPadDamaged(let path): "\(path) is damaged or cut short"
    case .noCarriedPassphrase(let path): "\(path) needs its passphrase"
    case .notSealed(let path): "\(path) has no passphrase, but you gave one"
    case .wrongCarriedPassphrase(let path): "this passphrase does not open \(path)"
    case .system(let error): error.description
    case .vault(let error): error.what
    }
  }

  /// One line that says what to do while this end goes on waiting.
  package var hintToGoOn: String {
    switch self {
    case .link(.connectionLost), .malformedHandshake, .keyExchange, .abortedByOther,
      .malformedRecord:
      "look at the other screen, and start again there"
    case .wrongComputer: "choose the name on the other person's screen"
    case .badHello(_, let pad): "\(PairingError.forgetting(pad)), and start again there"
    case .wrongCode: "\(PairingError.slip); \(PairingError.ifAgain)"
    case .otherEndStopped: "\(PairingError.slipThere); \(PairingError.ifAgain)"
    default: hint
    }
  }

  /// One line that says what to do.
  package var hint: String {
    switch self {
    case .link(.timedOut):
      "run \"vernam pair NAME\" again on both computers, and type the codes soon after they appear"
    case .link(.noAnswer):
      "run \"vernam pair NAME\" on both computers, on the same network; if they still miss each "
        + "other, add --listen PORT on one computer, and --connect HOST:PORT on the other"
    case .discovery(let error): error.hint
    case .link(.cannotListen): "choose another port or address"
    case .notVernam: "check the address and the port"
    case .newerVersion: "update vernam on this computer"
    case .link(.connectionLost):
      "look at the other screen: vernam may have stopped there; then start again on both"
    case .otherEndStopped:
      "\(PairingError.slipThere), and pair again; \(PairingError.ifAgain)"
    case .malformedHandshake, .keyExchange, .abortedByOther, .malformedRecord:
      "look at the other screen, and start again on both"
    case .brokenCommitment, .wrongConfirmation, .badFrame:
      "somebody on the network may be interfering: start again, over a cable or with --carry"
    case .wrongComputer: "pair again, and choose the name on the other person's screen"
    case .wrongCode: "\(PairingError.slip): pair again; \(PairingError.ifAgain)"
    case .badHello(_, let pad): "\(PairingError.forgetting(pad)), and start again on both"
    case .badPosition: "its vernam may be broken: start again on both"
    case .bothHaveMaterial: "leave out --material on one computer"
    case .impossibleShape:
      "choose a --size from 768 bytes to 16384G, and a --split with which both computers can send"
    case .offerUnanswered:
      "look at the other screen; if the pad is too large there, choose a smaller --size"
    case .tooLarge: "raise --max-size, or choose a smaller --size on the other computer"
    case .noSpace: "free some space, or choose a smaller --size"
    case .noCode: "run \"vernam pair NAME\" again on both computers"
    case .noChoice:
      "choose one by its number or name, or add --offer and the name on the other screen"
    case .notChosen: "let the other person choose this computer"
    case .link(.cancelled): "start again when you like"
    case .storedDiffers:
      "start again on both; if it happens again, check the disk and memory of both computers"
    case .materialTooShort: "choose a smaller --size, or make more with \"vernam generate\""
    case .alreadyHeld:
      "use the carried file on the other computer, once; if you have used it there, destroy it"
    case .notACarriedPad: "name the file that --carry wrote"
    case .carriedPadDamaged:
      "on the computer that made it, find the pad's id with \"vernam status NAME\", run "
        + "\"vernam forget ID\", and pair again with --carry"
    case .noCarriedPassphrase:
      "run the command in a terminal, or give the passphrase with --carry-passphrase-file FILE"
    case .notSealed:
      "ask the person who made it: somebody may have swapped it; if that person set no passphrase, "
        + "leave out --carry-passphrase-file"
    case .wrongCarriedPassphrase:
      "type the passphrase that was chosen with --carry --seal; if it is right, the file is damaged"
    case .system(let error) where error.code == SystemError.exists: "name another file"
    case .system(let error) where error.code == SystemError.notPermitted:
      "you may not read and overwrite this file: ask its owner"
    case .system(let error) where error.isOutOfSpace:
      "free some space there, and try again"
    case .system: "check the disk or USB stick, and try again"
    case .vault(let error): error.hint
    }
  }

  /// Whether a person's slip is the likely reason, at one end or the other. An attack looks the
  /// same, so the hint names it, too.
  package var isLikelySlip: Bool {
    switch self {
    case .wrongCode, .wrongComputer, .otherEndStopped: true
    default: false
    }
  }

  private static let slip = "it was probably mistyped, or read from somebody else's screen"
  private static let slipThere = "probably a code was mistyped: look at the other screen"
  private static let ifAgain =
    "if it happens again, somebody on the network may be interfering: pair with a USB stick "
    + "(--carry)"

  /// What to do with a pad whose taker sent nonsense: it waits for a first message, and stays.
  private static func forgetting(_ pad: PadID) -> String {
    "its vernam may be broken or fake: run \"vernam forget \(pad.hexadecimal.prefix(8))\", which removes the new pad"
  }
}

extension AbortReason {
  fileprivate var what: String {
    switch self {
    case .failed: "it had an error"
    case .stopped: "somebody stopped it"
    case .differs: "it did not store the pad that was sent"
    }
  }
}

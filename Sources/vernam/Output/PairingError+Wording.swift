internal import Discovery
internal import Link
internal import Pairing
internal import System
internal import Vault

extension PairingError {
  /// One line that says what is wrong. Sizes of pads are written as in `status` and `--size`.
  var what: String {
    switch self {
    case .link(.noAnswer(let reason)):
      "the other end did not answer" + (reason.map { ": \($0)" } ?? "")
    case .link(.cannotListen(let reason)): "cannot wait for a connection: \(reason)"
    case .discovery(let error): error.what
    case .notVernam: "what answered is not vernam"
    case .newerVersion: "made by a newer vernam"
    case .malformedHandshake: "the other end sent a handshake that makes no sense"
    case .keyExchange: "the key exchange failed"
    case .brokenCommitment: "the other end did not keep to its commitment"
    case .bothHaveMaterial: "both ends bring material, and only one can give"
    case .impossibleShape: "no pad has this size and split"
    case .tooLarge(let size, let limit):
      ByteCount.comparing(size, limit) {
        "the other end offers a pad of \($0), and \($1) is the most accepted"
      }
    case .offerUnanswered(let size):
      "the other end did not go on with a pad of \(ByteCount(size))"
    case .noSpace(let needed, let free):
      ByteCount.comparing(needed, free) { "the pad needs \($0), and \($1) are free" }
    case .noCode: "no code was typed"
    case .noChoice: "several people are pairing here, and none was chosen"
    case .wrongCode: "that is not the code on the other screen"
    case .wrongConfirmation: "the two ends do not hold the same keys"
    case .otherEndStopped: "the other end stopped before it confirmed the code"
    case .link(.connectionLost): "the connection was lost"
    case .link(.timedOut): "the other end took too long"
    case .link(.cancelled): "stopped"
    case .badFrame: "what arrived was altered on the way"
    case .badPosition: "the other end counts wrongly what it has sent or received"
    case .badHello: "the other end's first message does not verify"
    case .abortedByOther(let reason): "the other end gave up: \(reason.what)"
    case .storedDiffers: "what was stored is not what the other end sent"
    case .malformedRecord: "the pad's record of where it came from makes no sense"
    case .materialTooShort(let has, let needed):
      "the material has \(has) byte\(has == 1 ? "" : "s") and this pad needs \(needed)"
    case .alreadyHeld: "this pad is, or was, already in this vault"
    case .notACarriedPad(let path): "\(path) is not a carried pad"
    case .carriedPadDamaged(let path): "\(path) is damaged or cut short"
    case .noCarriedPassphrase(let path): "\(path) is sealed, and its passphrase was not given"
    case .notSealed(let path): "\(path) is not sealed, and a passphrase was given for it"
    case .wrongCarriedPassphrase(let path): "this passphrase does not open \(path)"
    case .system(let error): error.description
    case .vault(let error): error.what
    }
  }

  /// One line that says what to do while this end goes on waiting.
  var hintToGoOn: String {
    switch self {
    case .link(.connectionLost), .malformedHandshake, .keyExchange, .abortedByOther,
      .malformedRecord:
      "look at the other screen, and start again there"
    case .wrongCode:
      "if it was a slip, type the next one; if not, somebody may be in between: use a cable or --carry"
    default: hint
    }
  }

  /// One line that says what to do.
  var hint: String {
    switch self {
    case .link(.noAnswer), .link(.timedOut):
      "check that both run \"vernam pair\" on one network; where it blocks multicast: "
        + "--listen PORT on one machine, --connect HOST:PORT on the other"
    case .discovery(let error): error.hint
    case .link(.cannotListen): "choose another port or address"
    case .notVernam: "check the address and the port"
    case .newerVersion: "update vernam on this machine"
    case .link(.connectionLost):
      "look at the other screen: it may have been stopped there; then start again on both"
    case .otherEndStopped:
      "look at the other screen: it was stopped there, or a wrong code was typed"
    case .malformedHandshake, .keyExchange, .abortedByOther, .malformedRecord:
      "look at the other screen, and start again on both"
    case .brokenCommitment, .wrongConfirmation, .badFrame:
      "somebody may be in between: start again, over a cable or with --carry"
    case .wrongCode:
      "if it was a slip, pair again; if not, somebody may be in between: use a cable or --carry"
    case .badHello:
      "its vernam may be broken, or false: forget this pad, and start again on both"
    case .badPosition: "its vernam may be broken: start again on both"
    case .bothHaveMaterial: "let one of the two leave out --material"
    case .impossibleShape:
      "a pad has from 768 bytes to 16 TiB (--size), and each end some of it (--split)"
    case .offerUnanswered:
      "its screen may say why: where it accepts less or has no room, ask for less with --size"
    case .tooLarge: "raise --max-size, or let the other end ask for less"
    case .noSpace: "make room, or ask for less with --size"
    case .noCode: "type the code that stands on the other screen"
    case .noChoice: "name the one on the other screen with --offer"
    case .link(.cancelled): "start again when you like"
    case .storedDiffers: "check this machine's disk and memory, then start again"
    case .materialTooShort: "ask for less with --size, or generate more material"
    case .alreadyHeld:
      "a carried file is for the other end, and for once; if it was taken in there, destroy it"
    case .notACarriedPad: "name the file that --carry wrote"
    case .carriedPadDamaged: "make a fresh one with --carry; forget this one at the other end"
    case .noCarriedPassphrase:
      "run it in a terminal, or give the passphrase with --carry-passphrase-file FILE"
    case .notSealed:
      "ask who made it: another file may stand in its place; if none was meant, give none"
    case .wrongCarriedPassphrase:
      "type the one that --carry --seal was given; if it is right, the file is damaged"
    case .system(let error) where error.code == SystemError.exists: "name another file"
    case .system: "see to the file or the medium, and try again"
    case .vault(let error): error.hint
    }
  }
}

extension AbortReason {
  fileprivate var what: String {
    switch self {
    case .failed: "something failed there"
    case .stopped: "it was stopped there"
    case .differs: "what it stored is not what was sent"
    }
  }
}

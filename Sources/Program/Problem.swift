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
    let what: String =
      switch error {
      case .system(let error) where error.isOutOfSpace: "the disk is full"
      // It may have come by the network just now: perhaps nobody has read it.
      case .alreadyRead(let name): "this message from \(name) has already come"
      case .alreadyReadOrGivenUp(let name):
        "this message from \(name) has already come, or you skipped it"
      default: error.what
      }
    self.init(what, hint: Problem.hint(error))
  }

  init(_ error: PairingError) {
    switch error {
    case .vault(let error): self.init(error)
    case .system(let system) where system.isOutOfSpace:
      self.init("there is no room for the pad in that place", hint: Problem.hint(error))
    default: self.init(error.what, hint: Problem.hint(error))
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
}

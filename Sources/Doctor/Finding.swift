package import Vault

/// One thing that stands, or does not stand, between this machine and the promises.
package struct Finding: Equatable, Sendable {
  package enum Level: String, Sendable {
    case ok
    /// A promise is weaker here, or something does not work.
    case warn
    /// A promise is not kept here, or the vault does not work.
    case bad
  }

  package enum What: Equatable, Sendable {
    case words(String)
    /// The words for these stand in `vernam`.
    case error(VaultError)
    case closedPad(of: String, SendingClosure)
  }

  package let level: Level
  /// What was looked at, in a word or two that stay the same.
  package let about: String
  package let what: What
  /// What to do; nil if all is well, or if the error has a hint of its own.
  package let hint: String?

  static func ok(_ about: String, _ what: String) -> Finding {
    Finding(level: .ok, about: about, what: .words(what), hint: nil)
  }

  static func warn(_ about: String, _ what: String, hint: String) -> Finding {
    Finding(level: .warn, about: about, what: .words(what), hint: hint)
  }

  static func bad(_ about: String, _ what: String, hint: String) -> Finding {
    Finding(level: .bad, about: about, what: .words(what), hint: hint)
  }

  static func bad(_ about: String, _ error: VaultError, hint: String? = nil) -> Finding {
    Finding(level: .bad, about: about, what: .error(error), hint: hint)
  }
}

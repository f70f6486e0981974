/// One thing that stands, or does not stand, between this machine and the promises.
package struct Finding: Equatable, Sendable {
  package enum Level: String, Sendable {
    case ok
    /// A promise is weaker here, or something does not work.
    case warn
    /// A promise is not kept here, or the vault does not work.
    case bad
  }

  package let level: Level
  /// What was looked at, in a word or two that stay the same.
  package let about: String
  package let what: String
  /// What to do; nil where all is well.
  package let hint: String?

  static func ok(_ about: String, _ what: String) -> Finding {
    Finding(level: .ok, about: about, what: what, hint: nil)
  }

  static func warn(_ about: String, _ what: String, hint: String) -> Finding {
    Finding(level: .warn, about: about, what: what, hint: hint)
  }

  static func bad(_ about: String, _ what: String, hint: String) -> Finding {
    Finding(level: .bad, about: about, what: what, hint: hint)
  }
}

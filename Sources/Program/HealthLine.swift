internal import Doctor
internal import Vault
internal import Wording

/// One thing that a look at this computer has found, in words.
package struct HealthLine: Equatable, Sendable {
  package enum Level: Sendable { case good, weaker, bad }

  package let level: Level
  package let what: String
  /// What to do; nil if all is well.
  package let hint: String?
  /// Whether the hint names a command to be typed in a terminal.
  package let namesCommand: Bool

  init(_ finding: Finding) {
    level =
      switch finding.level {
      case .ok: .good
      case .warn: .weaker
      case .bad: .bad
      }
    what = finding.text.sentence
    let windowHint = HealthLine.windowHint(finding)
    hint = (windowHint ?? finding.hint)?.sentence
    namesCommand = windowHint == nil && finding.hint?.contains("\"") == true
  }

  /// What to do in the window, where the usual hint names a command of vernam's; nil elsewhere.
  private static func windowHint(_ finding: Finding) -> String? {
    switch finding.what {
    case .vault(.hasNoPassphrase): "set one above"
    case .pads(.waits(let name)): "ask \(name) to send you a message, and read it"
    case .pads(.isClosed(let name, let closure)):
      "you can still read messages; to write, "
        + closure.wayOut("meet \(name) and share another pad")
    case .pads(.oldOneIsClosed): "you write on another pad, so there is nothing to do"
    case .pairing(.libraryIsMissing), .pairing(.daemonIsMissing): Problem.discoveryHint
    case .pairing(.hasFirewall): "if you cannot find each other, turn it off while you pair"
    default: nil
    }
  }
}

extension WindowModel {
  /// Looks at this computer, and opens the page that says what was found.
  package func examine() {
    guard let vault, pairing == nil else { return }
    health = nil
    show(.health)
    let environment = environment
    worker.run {
      let snapshot = try SystemSnapshot(
        of: vault.directory, folder: environment.downloads ?? "/", environment.vault
      ) { () throws(VaultError) in vault }
      // The window keeps no key in the kernel's keyring.
      let lines = Doctor.findings(snapshot).filter { $0.about != .keyring }.map(HealthLine.init)
      // What needs something done comes first.
      return [.bad, .weaker, .good].flatMap { level in lines.filter { $0.level == level } }
    } then: { [weak self] result in
      guard let self, self.vault === vault else { return }
      switch result {
      case .success(let lines):
        health = lines
        changed()
      case .failure(let error): fail(error)
      }
    }
  }
}

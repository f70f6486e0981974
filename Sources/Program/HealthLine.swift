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

  init(_ finding: Finding) {
    level =
      switch finding.level {
      case .ok: .good
      case .warn: .weaker
      case .bad: .bad
      }
    what = finding.text.sentence
    hint =
      finding.what == .vault(.hasNoPassphrase) ? "Set one above." : finding.hint?.sentence
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
      let lines = Doctor.findings(snapshot).map(HealthLine.init)
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

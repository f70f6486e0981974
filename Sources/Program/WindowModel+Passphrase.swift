package import Pad
internal import Vault

extension WindowModel {
  /// Whether the vault asks for a passphrase.
  package var hasPassphrase: Bool { vault?.hasPassphrase ?? false }

  /// Shows nothing any more, and asks for the passphrase again if there is one. Called when the person
  /// wants it, or when nobody has been here for a while. Does nothing once a pairing has got further
  /// than the codes.
  package func lock() {
    guard let vault, pairing == nil || meeting.isIdle else { return }
    stopMeeting()
    if !vault.hasPassphrase {
      // The question about a copied vault stays.
      if page != .adopting { leave() }
      drafts = [:]
      return
    }
    stopLooking()
    closeConversations()
    (routes, greeted) = ([:], [:])
    clearFailure()
    (drafts, details, adoption) = ([:], nil, nil)
    meeting = Meeting()
    let (directory, environment) = (vault.directory, environment.vault)
    self.vault = nil
    people = []
    show(.locked)
    worker.run {
      try Vault.lock(directory, environment: environment)
    } then: { [weak self] result in
      if case .failure(let error) = result { self?.fail(error) }
    }
  }

  /// Protects the vault with another passphrase. `old` is the one so far, which may be empty if there
  /// is none. `then` gets whether it was changed.
  package func changePassphrase(
    from old: consuming SecretBytes, to new: consuming SecretBytes,
    then: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    guard let present = vault, !isWorking else { return then(false) }
    let (directory, environment) = (present.directory, environment)
    let (old, new) = (SecretHandoff(old), SecretHandoff(new))
    isWorking = true
    clearFailure()
    worker.run {
      guard let new = new.take() else { preconditionFailure("it is used once") }
      // Somebody who finds the window open must not lock its owner out.
      let vault = try Vault.open(directory, asksAlways: true, environment: environment.vault) {
        () throws(VaultError) in
        guard let old = old.take() else { throw .noPassphrase }
        return old
      }
      try vault.changePassphrase(to: new, cost: environment.cost(new.count))
      return try Vault.open(directory, environment: environment.vault) { () throws(VaultError) in
        new.withBytes { SecretBytes(copying: $0) }
      }
    } then: { [weak self] result in
      guard let self else { return }
      isWorking = false
      switch result {
      case .success(let vault):
        // Perhaps it was locked meanwhile.
        if self.vault === present { self.vault = vault }
        changed()
        then(true)
      case .failure(let error):
        fail(error)
        then(false)
      }
    }
  }
}

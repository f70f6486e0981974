internal import Vault

extension WindowModel {
  func closeConversation() {
    guard let task = conversation?.close() else { return }
    conversation = nil
    end(after: task)
  }

  func end(after task: Task<Void, Never>) {
    let earlier = ending
    ending = Task.detached {
      await earlier?.value
      await task.value
    }
  }

  /// Ends everything, as a command does at a signal, and then calls `then`. Calls it after `limit` in
  /// any case.
  package func end(
    within limit: Duration = .seconds(10), then: @escaping @MainActor @Sendable () -> Void
  ) {
    stopMeeting()
    closeConversation()
    let (ending, mainLoop) = (ending, environment.mainLoop)
    let finish: @MainActor @Sendable (Result<Void, any Error>) -> Void = { _ in
      Task.detached {
        await ending?.value
        mainLoop.post(then)
      }
    }
    worker.run({}, then: finish)
    Task.detached {
      try? await Task.sleep(for: limit)
      mainLoop.post(then)
    }
  }

  /// Nobody has been here for a while: nothing is shown any more, and the passphrase is asked for
  /// again if there is one. A pairing goes on.
  package func lock() {
    guard let vault, pairing == nil else { return }
    if !vault.hasPassphrase {
      leave()
      drafts = [:]
      return
    }
    closeConversation()
    clearFailure()
    (drafts, details) = ([:], nil)
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
}

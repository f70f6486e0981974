internal import Exchange

extension WindowModel {
  private static let slowStick: Duration = .seconds(600)

  func closeConversation() {
    guard let conversation else { return }
    // The other window calls this port again and again.
    if case .listen = conversation.route { routes[conversation.name] = conversation.route }
    self.conversation = nil
    end(after: conversation.close())
  }

  /// With those in the background.
  func closeConversations() {
    closeConversation()
    for name in background.keys { closeInBackground(name) }
  }

  func end(after task: Task<Void, Never>) {
    let earlier = ending
    ending = Task.detached {
      await earlier?.value
      await task.value
    }
  }

  /// Whether a carried file is still being written or wiped.
  package var hasFileInHand: Bool { filesInHand > 0 }

  /// Ends everything, as a command does at a signal, and then calls `then`. Calls it after `limit` in
  /// any case, unless a carried file has to be finished or wiped: a stick may be slow.
  package func end(
    within limit: Duration = .seconds(10), then: @escaping @MainActor @Sendable () -> Void
  ) {
    isEnding = true
    stopMeeting()
    if let task = contactSearch?.task { end(after: task) }
    stopLooking()
    closeConversations()
    let limit = hasFileInHand ? WindowModel.slowStick : limit
    if hasFileInHand, page != .locked {
      meeting.step = .transferring(
        bytes: 0, total: 0, note: "Finishing with the stick: leave it in.")
      show(.meeting)
    }
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
}

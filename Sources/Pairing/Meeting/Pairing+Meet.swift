internal import Discovery

extension Pairing {
  /// Finds the other end by DNS-SD and pairs with it. Both ends offer and look; once they have
  /// found each other, the one whose name sorts lower listens and the other joins.
  ///
  /// `offer` is the name to insist on, nil for anybody; with `port` 0 the system chooses.
  package func meet(
    port: Int, offer: String?, meetingScreen: any MeetingScreen
  ) async throws(PairingError) -> PairingResult {
    let status = ListenerStatus()
    let listening = Task { [self] in
      await Pairing.outcome { () async throws(PairingError) in
        defer { status.end() }
        return try await listen(host: nil, port: port, status)
      }
    }
    guard let port = await status.port() else { return try await listening.value.get() }
    let search = MeetingSearch(
      port: port, offer: offer, patience: context.options.patience, screen: meetingScreen,
      random: context.randomness, status: status)
    let outcome = await withTaskCancellationHandler {
      var outcome = await search.run()
      // After a failed attempt this end still listens, so it goes on offering, too.
      while case .success(.somebodyCame) = outcome, await status.isFreeAgain() {
        outcome = await search.run()
      }
      return outcome
    } onCancel: {
      listening.cancel()
      status.end()
    }
    if case .success(.somebodyCame) = outcome { return try await finish(listening) }
    listening.cancel()
    _ = await listening.value
    switch outcome {
    case .success(.join(let endpoints)): return try await connect(to: endpoints)
    case .success(.nobodyChosen): throw .noChoice
    case .success(.somebodyCame): preconditionFailure("answered above")
    case .failure(let error): throw error
    }
  }

  private func finish(
    _ listening: Task<Result<PairingResult, PairingError>, Never>
  ) async throws(PairingError) -> PairingResult {
    let result = await withTaskCancellationHandler {
      await listening.value
    } onCancel: {
      listening.cancel()
    }
    return try result.get()
  }
}

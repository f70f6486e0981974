internal import Discovery
internal import Link

extension Pairing {
  /// Finds the other end by DNS-SD and pairs with it. Both ends offer and look; once they have
  /// found each other, the one whose name sorts lower listens and the other joins.
  ///
  /// `offer` is the name to insist on, nil for anybody; with `port` 0 the system chooses. An offer
  /// that nobody answers for, and is not insisted on, is set aside, and the search goes on.
  package func meet(
    port: Int, offer: String?, meetingScreen: any MeetingScreen
  ) async throws(PairingError) -> PairingResult {
    let deadline = ContinuousClock.now + context.options.patience
    var setAside: Set<Offer> = []
    while true {
      switch try await meetOnce(
        port: port, offer: offer, meetingScreen: meetingScreen, without: setAside, until: deadline)
      {
      case .paired(let result): return result
      case .dead(let other):
        setAside.insert(other)
        meetingScreen.follow(.setAside(other.displayName))
      }
    }
  }

  private enum Meeting {
    case paired(PairingResult)
    /// Nobody answered at the addresses of this offer.
    case dead(Offer)
  }

  private func meetOnce(
    port: Int, offer: String?, meetingScreen: any MeetingScreen, without setAside: Set<Offer>,
    until deadline: ContinuousClock.Instant
  ) async throws(PairingError) -> Meeting {
    let status = ListenerStatus()
    let listening = Task { [self] in
      await Pairing.outcome { () async throws(PairingError) in
        defer { status.end() }
        return try await listen(host: nil, port: port, status)
      }
    }
    guard let port = await status.port() else { return .paired(try await listening.value.get()) }
    let search = MeetingSearch(
      port: port, offer: offer, patience: deadline - .now, screen: meetingScreen,
      random: context.randomness, status: status)
    let outcome = await withTaskCancellationHandler {
      var outcome = await search.run(without: setAside)
      // After a failed attempt this end still listens, so it goes on offering, too.
      while case .success(.somebodyCame) = outcome, await status.isFreeAgain() {
        outcome = await search.run(without: setAside)
      }
      return outcome
    } onCancel: {
      listening.cancel()
      status.end()
    }
    if case .success(.somebodyCame) = outcome { return .paired(try await finish(listening)) }
    listening.cancel()
    _ = await listening.value
    switch outcome {
    case .success(.join(let other, let endpoints)):
      if offer != nil { return .paired(try await connect(to: endpoints)) }
      do throws(PairingError) {
        return .paired(try await connect(to: endpoints, tries: MeetingSearch.tries))
      } catch .link(.noAnswer(let reason)) {
        if ContinuousClock.now >= deadline { throw .link(.noAnswer(reason: reason)) }
        return .dead(other)
      }
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

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
    let status = MeetingStatus()
    let listening = Task { [self] in
      await Pairing.outcome { () async throws(PairingError) in
        defer { status.end() }
        return try await listen(host: nil, port: port, status)
      }
    }
    guard let port = await status.port() else { return try await listening.value.get() }
    let insists = offer != nil
    let search = MeetingSearch(
      port: port, offer: offer, patience: context.options.patience, screen: meetingScreen,
      random: context.randomness, status: status
    ) { [self] number, found, endpoints in
      OutgoingCall(
        offer: found, task: Task { await call(number, endpoints, insists: insists, status) })
    }
    let result = await withTaskCancellationHandler {
      await Pairing.outcome { () async throws(PairingError) in
        try await meet(search, listening, status)
      }
    } onCancel: {
      listening.cancel()
      status.end()
    }
    listening.cancel()
    _ = await listening.value
    return try result.get()
  }

  private func meet(
    _ search: MeetingSearch, _ listening: Task<Result<PairingResult, PairingError>, Never>,
    _ status: MeetingStatus
  ) async throws(PairingError) -> PairingResult {
    repeat {
      if let call = try await search.run() {
        listening.cancel()
        let result = await withTaskCancellationHandler {
          await call.task.value
        } onCancel: {
          call.task.cancel()
        }
        return try result.get()
      }
      // After a failed attempt this end still listens, so it goes on offering, too.
    } while await status.isFreeAgain()
    return try await listening.value.get()
  }

  /// Calls an end that was found. Unless this end insists on it, its answer comes too late if
  /// somebody has called here by then.
  private func call(
    _ number: Int, _ endpoints: [Endpoint], insists: Bool, _ status: MeetingStatus
  ) async -> Result<PairingResult, PairingError> {
    let result = await Pairing.outcome { () async throws(PairingError) in
      if insists { return try await connect(to: endpoints) }
      return try await connect(to: endpoints, tries: MeetingSearch.tries) {
        status.getThrough(call: number)
      }
    }
    if case .failure(let error) = result { status.fail(call: number, error) }
    return result
  }
}

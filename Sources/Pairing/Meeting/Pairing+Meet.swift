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
    let search = MeetingSearch(
      port: port, offer: offer, patience: context.options.patience, screen: meetingScreen,
      random: context.randomness, status: status
    ) { [self] found, endpoints in
      OutgoingCall(to: found) { await call(endpoints, insists: offer != nil, status) }
    }
    while true {
      let outcome = await withTaskCancellationHandler {
        await search.run()
      } onCancel: {
        listening.cancel()
        status.end()
      }
      switch outcome {
      case .success(.over(let call)):
        if let call, status.callGotThrough {
          await end(listening)
          return try await result(of: call.task)
        }
        call?.task.cancel()
        // After a failed attempt this end still listens, so it goes on offering, too.
        if await status.isFreeAgain() { continue }
        return try await result(of: listening)
      case .success(.failed(let error)), .failure(let error):
        await end(listening)
        throw error
      case .success(.nobodyChosen):
        await end(listening)
        throw .noChoice
      }
    }
  }

  /// Calls an end that was found. Unless this end insists on it, its answer comes too late if
  /// somebody has called here by then.
  private func call(
    _ endpoints: [Endpoint], insists: Bool, _ status: MeetingStatus
  ) async -> OutgoingCall.Outcome {
    await Pairing.outcome { () async throws(PairingError) in
      if insists { return try await connect(to: endpoints) }
      return try await connect(to: endpoints, tries: MeetingSearch.tries) {
        status.callGetsThrough()
      }
    }
  }

  private func end(_ listening: Task<OutgoingCall.Outcome, Never>) async {
    listening.cancel()
    _ = await listening.value
  }

  private func result(
    of task: Task<OutgoingCall.Outcome, Never>
  ) async throws(PairingError) -> PairingResult {
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }
}

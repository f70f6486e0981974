package import Discovery
internal import Link
internal import System

extension Pairing {
  /// Finds the other end by DNS-SD and pairs with it. Both ends offer and look; once they have
  /// found each other, the one whose name sorts lower listens and the other joins.
  ///
  /// `room` is where to look, nil for the whole network. `offer` is the name to insist on, nil for
  /// anybody; with `port` 0 the system chooses. An offer
  /// that nobody answers for, and is not insisted on, is set aside, and the search goes on.
  package func meet(
    port: Int, room: Room?, offer: String?, meetingScreen: any MeetingScreen
  ) async throws(PairingError) -> PairingResult {
    let status = MeetingStatus(.undecided)
    let listening = Task { [self] in
      await Pairing.outcome { () async throws(PairingError) in
        defer { status.end() }
        return try await listen(host: nil, port: port, status)
      }
    }
    guard let port = await status.port() else { return try await listening.value.get() }
    let number = context.randomness.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // One name for the whole command: it is on the screens that people compare.
    let advertisement = Advertisement(port: UInt16(port), random: number)
    let wanted = offer.map(Offer.init(name:))
    let search = { [self] in
      MeetingSearch(
        advertisement: advertisement, room: room, wanted: wanted, lastFailure: attempts.last,
        patience: context.options.patience, screen: meetingScreen, status: status,
        servedCount: status.servedCount
      ) { number, own, found, endpoints in
        OutgoingCall(
          offer: found,
          task: Task { await call(number, endpoints, as: own, insists: wanted != nil, status) })
      }
    }
    let result = await withTaskCancellationHandler {
      await Pairing.outcome { () async throws(PairingError) in
        try await meet(search, insists: wanted != nil, listening, status)
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
    _ search: () -> MeetingSearch, insists: Bool,
    _ listening: Task<Result<PairingResult, PairingError>, Never>, _ status: MeetingStatus
  ) async throws(PairingError) -> PairingResult {
    repeat {
      let failures = attempts.count
      guard let call = try await search().run() else { continue }
      let result = await withTaskCancellationHandler {
        await call.task.value
      } onCancel: {
        call.task.cancel()
      }
      // An end that insists on an offer asks nobody, and nothing is tried again without a person.
      guard case .failure(let error) = result, !insists, attempts.count > failures,
        !error.isLocal, attempts.left > 0
      else {
        listening.cancel()
        return try result.get()
      }
      context.screen.failedAttempt(error, attemptsLeft: attempts.left)
      status.endCall()
      // After a failed attempt this end still listens, so it goes on offering, too.
    } while await status.isFreeAgain()
    return try await listening.value.get()
  }

  /// Calls an end that was found. Unless this end insists on it, its answer comes too late if
  /// somebody has called here by then.
  private func call(
    _ number: Int, _ endpoints: [Endpoint], as own: Offer, insists: Bool, _ status: MeetingStatus
  ) async -> Result<PairingResult, PairingError> {
    let result = await Pairing.outcome { () async throws(PairingError) in
      try await connect(
        to: .endpoints(endpoints), as: own, tries: insists ? .max : MeetingSearch.tries
      ) {
        insists || status.getThrough(call: number)
      }
    }
    if case .failure(let error) = result { status.fail(call: number, error) }
    return result
  }
}

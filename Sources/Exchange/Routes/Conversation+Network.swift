internal import Discovery
internal import Link

// Both ends offer themselves by DNS-SD and look for each other; the one whose name sorts lower
// listens, and the other calls.
extension Conversation {
  func meet(port: Int) async throws(ExchangeError) {
    let listener = try await listener(host: nil, port: port)
    let search = LinkSearch(
      conversation: self, own: try newOffer(), port: UInt16(listener.port))
    screen.show(.looking)
    let result = await withTaskGroup(of: Result<Void, ExchangeError>.self) { group in
      group.addTask {
        await self.serve(listener)
        return .success(())
      }
      group.addTask { await self.callFound(search) }
      let first = await group.next() ?? .success(())
      search.stop()
      group.cancelAll()
      listener.close()
      return first
    }
    try result.get()
  }

  /// An offer under a name that nobody has seen yet.
  func newOffer() throws(ExchangeError) -> Offer {
    guard let key = try linkKeys().first else { throw .stranger }
    return LinkOffer.make(key, randomness: randomness)
  }

  /// Calls the offers that the search finds, several at once.
  private func callFound(_ search: LinkSearch) async -> Result<Void, ExchangeError> {
    // No more calls wait than the schedule has under way.
    let (calls, continuation) = AsyncStream.makeStream(of: LinkSearch.Call.self)
    async let called: Void = withDiscardingTaskGroup { group in
      for await call in calls { group.addTask { await self.make(call, for: search) } }
    }
    let result = await withTaskCancellationHandler {
      do throws(ExchangeError) {
        try await BlockingExecutor.run { () throws(ExchangeError) in
          try search.run { continuation.yield($0) }
        }
        return Result<Void, ExchangeError>.success(())
      } catch { return .failure(error) }
    } onCancel: {
      search.stop()
    }
    continuation.finish()
    await called
    return result
  }

  private func make(_ call: LinkSearch.Call, for search: LinkSearch) async {
    // Whether it comes to anything or not, the search tries again later.
    do throws(ExchangeError) {
      try await callOnce(
        { () async throws(LinkError) in
          try await Dialer.connect(to: call.endpoints, until: .now + Conversation.patience)
        }, with: { LinkOffer.key(of: call.offer, among: $0) })
    } catch { screen.show(.step(.failed(call.offer, error))) }
    search.end(call)
  }
}

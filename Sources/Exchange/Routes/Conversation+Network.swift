internal import Discovery
internal import Link
internal import Synchronization

// Both ends offer themselves by DNS-SD and look for each other; the one whose name sorts lower
// listens, and the other calls.
extension Conversation {
  func meet(port: Int) async throws(ExchangeError) {
    let listener = try await listener(host: nil, port: port)
    let keys = try linkKeys()
    guard let first = keys.first else { throw .stranger }
    let own = LinkOffer.make(first, randomness: randomness)
    let search = LinkSearch(
      conversation: self, own: Advertisement(own, port: UInt16(listener.port)))
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

  private func callFound(_ search: LinkSearch) async -> Result<Void, ExchangeError> {
    let (found, continuation) = AsyncStream.makeStream(
      of: [Endpoint].self, bufferingPolicy: .bufferingNewest(4))
    let calls = Task {
      var tries = 0
      for await endpoints in found where !isLive {
        do throws(ExchangeError) {
          try await callOnce(
            { () async throws(LinkError) in
              try await Dialer.connect(to: endpoints, until: .now + .seconds(10))
            }, key: tries)
        } catch { if error == .stranger { tries += 1 } }
      }
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
      calls.cancel()
    }
    calls.cancel()
    _ = await calls.value
    return result
  }
}

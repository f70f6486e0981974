import Link
import Synchronization
import TestSupport
import Testing

@Suite("Connections that wait", .ownThreads)
struct WaitingQueueTests {
  @Test("A wait that is cancelled while nobody comes ends")
  func cancelled() async {
    let queue = WaitingQueue(limit: 1)
    async let _ = close(queue)
    for round in 0..<1000 {
      #expect(await Self.next(of: queue, cancelledAfter: round % 8) == nil)
    }
    // It was not closed to end a wait.
    let caller = Caller()
    queue.offer(caller)
    #expect(await queue.next() as? Caller === caller)
  }

  @Test("A connection that comes while a wait is cancelled is served by it or by the next one")
  func cancelledMeanwhile() async {
    let queue = WaitingQueue(limit: 1)
    async let _ = close(queue)
    for round in 0..<1000 {
      let caller = Caller()
      async let offer: Void = queue.offer(caller)
      var served = await Self.next(of: queue, cancelledAfter: round % 8)
      await offer
      if served == nil { served = await queue.next() as? Caller }
      #expect(served === caller && caller.failure == nil)
    }
  }

  /// What a wait gives that is cancelled after this many turns of other tasks.
  private static func next(of queue: WaitingQueue, cancelledAfter turns: Int) async -> Caller? {
    await withTaskGroup(of: Caller?.self) { group in
      group.addTask { await queue.next() as? Caller }
      for _ in 0..<turns { await Task.yield() }
      group.cancelAll()
      return await group.next() ?? nil
    }
  }

  /// Closes the queue after two minutes, so that a wait which never ends fails its test instead of
  /// keeping it.
  private func close(_ queue: WaitingQueue) async {
    try? await Task.sleep(for: .seconds(120))
    if !Task.isCancelled { queue.close() }
  }

  @Test("Surplus connections are closed at once, and so are those that come after the end")
  func tooMany() async {
    let queue = WaitingQueue(limit: 2)
    let callers = (0..<4).map { _ in Caller() }
    for caller in callers.prefix(3) { queue.offer(caller) }
    #expect(callers.map { $0.failure == nil } == [true, true, false, true])
    queue.close()
    queue.offer(callers[3])
    #expect(callers.allSatisfy { $0.failure != nil })
    let next = await queue.next()
    #expect(next?.peer == nil)
  }
}

/// A connection that carries nothing.
private final class Caller: Connection {
  let peer = "somebody"
  private let isClosed = Mutex(false)

  var failure: LinkError? { isClosed.withLock { $0 } ? .connectionLost : nil }

  func read(exactly count: Int) async throws(LinkError) -> [UInt8] { throw .connectionLost }
  func write(_ bytes: [UInt8]) async throws(LinkError) {}
  func limit(to time: Duration?) {}
  func drain() async {}
  func stop() {}
  func close() { isClosed.withLock { $0 = true } }
}

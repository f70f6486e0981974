import Link
import Synchronization
import Testing

@Suite("Connections that wait")
struct WaitingQueueTests {
  @Test("A wait that was cancelled before it began ends at once")
  func cancelledEarly() async {
    let queue = WaitingQueue(limit: 1)
    let wait = Task {
      while !Task.isCancelled { await Task.yield() }
      return await queue.next()?.peer
    }
    wait.cancel()
    #expect(await wait.value == nil)
  }

  @Test("A wait that is cancelled while nobody comes ends")
  func cancelledWhileWaiting() async {
    let queue = WaitingQueue(limit: 1)
    let isStuck = closing(queue)
    for round in 0..<1000 {
      let wait = Task { await queue.next()?.peer }
      for _ in 0..<round % 8 { await Task.yield() }
      wait.cancel()
      #expect(await wait.value == nil)
    }
    isStuck.cancel()
    #expect(await isStuck.value == false)
  }

  @Test("A connection that comes while a wait is cancelled is served by it or by the next one")
  func cancelledMeanwhile() async {
    let queue = WaitingQueue(limit: 1)
    let isStuck = closing(queue)
    defer { isStuck.cancel() }
    for round in 0..<1000 {
      let caller = Caller()
      let wait = Task { await queue.next() as? Caller }
      for _ in 0..<round % 8 { await Task.yield() }
      async let offer: Void = queue.offer(caller)
      wait.cancel()
      await offer
      var served = await wait.value
      if served == nil { served = await queue.next() as? Caller }
      #expect(served === caller && caller.failure == nil)
    }
  }

  /// Closes the queue after a minute, so that a wait which never ends fails its test instead of
  /// keeping it; returns whether it had to.
  private func closing(_ queue: WaitingQueue) -> Task<Bool, Never> {
    Task {
      guard (try? await Task.sleep(for: .seconds(60))) != nil else { return false }
      queue.close()
      return true
    }
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
  func limit(to time: Duration) {}
  func drain() async {}
  func stop() {}
  func close() { isClosed.withLock { $0 = true } }
}

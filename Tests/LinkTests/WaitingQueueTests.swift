import Link
import Synchronization
import Testing

@Suite("Connections that wait")
struct WaitingQueueTests {
  @Test("A wait that was given up before it began ends at once")
  func givenUpEarly() async {
    let queue = WaitingQueue(limit: 1)
    let turn = queue.begin()
    queue.giveUp(turn)
    let next = await queue.next()
    #expect(next?.peer == nil)
  }

  @Test("An alarm that comes too late ends nothing")
  func lateAlarm() async {
    let queue = WaitingQueue(limit: 1)
    let old = queue.begin()
    let turn = queue.begin()
    queue.giveUp(old)
    let connection = Caller()
    queue.offer(connection)
    let served = await queue.next() as? Caller
    #expect(served === connection)
    queue.giveUp(turn)
    let last = await queue.next()
    #expect(last?.peer == nil)
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

import Pairing
import TestSupport
import Testing

@Suite("Connections that wait", .ownThreads)
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
    let connection = MemoryPipe.pair().listener
    queue.offer(connection)
    let served = await queue.next() as? MemoryPipe
    #expect(served === connection)
    queue.giveUp(turn)
    let last = await queue.next()
    #expect(last?.peer == nil)
  }

  @Test("Surplus connections are closed at once, and so are those that come after the end")
  func tooMany() async {
    let queue = WaitingQueue(limit: 2)
    let pipes = (0..<4).map { _ in MemoryPipe.pair().listener }
    for pipe in pipes.prefix(3) { queue.offer(pipe) }
    #expect(pipes.map { $0.failure == nil } == [true, true, false, true])
    queue.close()
    queue.offer(pipes[3])
    #expect(pipes.allSatisfy { $0.failure != nil })
    let next = await queue.next()
    #expect(next?.peer == nil)
  }
}

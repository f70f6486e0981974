import Exchange
import Synchronization
import Testing

@testable import vernam

@Suite("The end of a chat in which nobody types")
struct ChatEndingTests {
  /// A clock that a test moves on.
  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func pass(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  private func ending(_ clock: Clock, after limit: Duration?) -> ChatEnding {
    ChatEnding(idleLimit: limit, patience: .seconds(300)) { clock.now }
  }

  @Test("comes that long after the last key, and not before")
  func keys() {
    let clock = Clock()
    let ending = ending(clock, after: .seconds(60))
    for _ in 0..<5 {
      clock.pass(.seconds(59))
      #expect(!ending.isOver && ending.keyCame())
    }
    clock.pass(.seconds(60))
    #expect(ending.isOver && ending.isIdle)
  }

  @Test("cannot be undone by a key that comes too late, such as after the machine slept")
  func tooLate() {
    let clock = Clock()
    let ending = ending(clock, after: .seconds(60))
    clock.pass(.seconds(3600))
    #expect(!ending.keyCame())
    #expect(!ending.keyCame() && ending.isIdle && ending.isOver)
  }

  @Test("does not come without --lock-after, unless the other end cannot be reached")
  func unlimited() {
    let clock = Clock()
    let ending = ending(clock, after: nil)
    clock.pass(.seconds(1 << 20))
    #expect(!ending.isOver && ending.keyCame() && !ending.isIdle)
    ending.fail(.stranger)
    #expect(ending.isOver && !ending.isIdle && !ending.keyCame())
  }
}

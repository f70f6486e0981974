import Glibc
import Link
import PairingFuzzTargets
import Synchronization
import TestSupport
import Testing

@testable import Pairing

/// A taker that passed the codes, and then keeps its giver waiting.
@Suite("A taker that takes frames", .ownThreads)
struct SilentTakerTests {
  @Test("and acknowledges nothing is given up in time, however slowly it reads")
  func silent() async {
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options(size: 20 << 20)
    ends.listenerWishes.acknowledgement = .milliseconds(300)
    let frames = Mutex(0)
    // Three messages come before the first frame.
    ends.listenerSends = { write, bytes in
      if write >= 3 {
        frames.withLock { $0 += 1 }
        usleep(30_000)
      }
      return bytes
    }
    ends.joinerSends = { write, bytes in write >= 2 ? [] : bytes }
    let listener = await ends.run().listener
    #expect(listener.error == .link(.timedOut))
    // Half of the time, at most, goes into frames; the rest is left for the answer.
    let sent = frames.withLock { $0 }
    #expect(sent < 20, "\(sent) frames")
    #expect(ends.listenerStore.all.isEmpty && ends.joinerStore.all.isEmpty)
  }

  @Test("and acknowledges too seldom has its time used up, and no more than it had comes back")
  func seldom() {
    var time = AcknowledgementTime(.seconds(120))
    func wait(_ seconds: Int) { time.spent(since: .now - .seconds(seconds)) }
    wait(100)
    #expect(time.isShort)
    time.acknowledged()
    #expect(!time.isShort && time.left <= .seconds(70))
    wait(100)
    #expect(time.left <= .seconds(-30))
    for _ in 0..<10 { time.acknowledged() }
    #expect(time.left == .seconds(120))
  }

  /// A way back that records how long it may take, and ends the wait.
  private final class Way: Reconnector {
    let time = Mutex<Duration?>(nil)
    let isStopped = false

    func reconnect(
      at position: Int, until deadline: ContinuousClock.Instant
    ) async throws(PairingError) -> ResumedConnection? {
      time.withLock { $0 = deadline - .now }
      throw .notVernam
    }

    func end() async {}
  }

  /// If the connection was cut, what is left of the limit is for the way back; if the taker was
  /// silent, nothing is left. The limit is not that for a connection lost in mid-transfer.
  @Test(
    "and says no hello has one limit for it, with or without the connection",
    arguments: [true, false])
  func noHello(isSilent: Bool) async throws {
    var ends = TwoEnds()
    let way = Way()
    ends.listenerWishes.absence = .seconds(6000)
    ends.listenerWishes.comparison = isSilent ? .milliseconds(500) : .seconds(600)
    // M2, the confirmation, an acknowledgement, and the hello.
    let pipe = MemoryPipe.pair(joinerSends: { write, bytes in
      write == 3 ? isSilent ? [] : nil : bytes
    })
    var listening = Session(
      context: ends.context(.listener, ends.screen(.listener)), connection: pipe.listener)
    listening.reconnector = { _ in way }
    let joins = Session(
      context: ends.context(.joiner, ends.screen(.joiner)), connection: pipe.joiner)
    async let joining = try? joins.completeAsJoiner(joins.prepareAsJoiner())
    let given = try await listening.completeAsListener(listening.prepareAsListener())
    #expect(await joining?.isConfirmed == true)
    #expect(!given.isConfirmed && ends.listenerStore.all.map(\.isConfirmed) == [false])
    let time = way.time.withLock { $0 }
    if isSilent { return #expect(time == nil) }
    #expect(try #require(time) > .zero && #require(time) <= .seconds(600))
  }
}

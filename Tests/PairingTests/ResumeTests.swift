import Link
import PairingFuzzTargets
import Synchronization
import System
import TestSupport
import Testing

@testable import Pairing

/// The connection is lost in mid-transfer, and comes back or does not.
@Suite("A connection that is lost", .ownThreads)
struct ResumeTests {
  /// Where the first connection is cut: this write of this end does not arrive.
  struct Cut: Sendable, CustomTestStringConvertible {
    let giver: End
    let by: End
    let write: Int

    var testDescription: String { "\(giver) gives, write \(write) of the \(by)" }

    /// For a pad of 2 MiB the giver sends a record, nine pieces and the last frame, the taker nine
    /// acknowledgements and the hello. Before that the listener writes three times, the joiner
    /// twice; after it comes the giver's `done`.
    static let all = [End.listener, .joiner].flatMap { giver in
      let first = giver == .listener ? 3 : 2
      let answers = giver == .listener ? 2 : 3
      return (first..<first + 11).map { Cut(giver: giver, by: giver, write: $0) }
        + (answers..<answers + 10).map { Cut(giver: giver, by: giver.other, write: $0) }
    }

    func ends() -> TwoEnds {
      var ends = TwoEnds()
      let options = TwoEnds.options(size: 2 << 20)
      if giver == .listener { ends.listenerWishes = options } else { ends.joinerWishes = options }
      if giver == .joiner { ends.listenerWishes = TwoEnds.options() }
      return ends
    }
  }

  @Test("resumes where it was, wherever it was cut, and the pads are identical", arguments: Cut.all)
  func cut(_ cut: Cut) async throws {
    var ends = cut.ends()
    ends.network = MemoryNetwork { connection, by, write, bytes in
      connection == 0 && by == cut.by && write == cut.write ? nil : bytes
    }
    try await expectPads(ends, connections: 2...2)
  }

  @Test("again and again resumes each time, as long as each connection makes progress")
  func again() async throws {
    for size in [2, 17] {
      var ends = TwoEnds()
      ends.listenerWishes = TwoEnds.options(size: size << 20)
      ends.network = MemoryNetwork { connection, _, write, bytes in
        // A giver that has sent `done` is gone, and a taker that did not get it calls in vain.
        let isDone = bytes.first == FrameKind.done.rawValue
        return write == (connection == 0 ? 7 : 4) && !isDone ? nil : bytes
      }
      try await expectPads(ends, connections: size + 1...60)
    }
  }

  @Test(
    "resumes after a request or an answer that was lost or altered",
    arguments: [0, 9, 10, 33, 41, 500, -1, nil], [End.listener, .joiner])
  func lostRequest(byte: Int?, by end: End) async throws {
    var ends = TwoEnds()
    ends.network = MemoryNetwork { connection, by, write, bytes in
      if connection == 0 { return by == .listener && write == 4 ? nil : bytes }
      guard connection == 1, by == end, write == 0 else { return bytes }
      return byte.flatMap { MemoryPipe.flip(write: 0, byte: $0)(0, bytes) }
    }
    // The joiner learns that its request was no good only from the listener hanging up.
    try await expectPads(ends, connections: 3...3)
  }

  @Test("before the codes are confirmed is not resumed", arguments: [End.listener, .joiner])
  func early(by end: End) async {
    var ends = TwoEnds()
    let network = MemoryNetwork(
      isUp: { _ in false },
      interfere: { _, by, write, bytes in
        by == end && write == (end == .listener ? 2 : 1) ? nil : bytes
      })
    ends.network = network
    ends.listenerWishes.absence = .zero
    ends.joinerWishes.absence = .zero
    let (listener, joiner) = await ends.run()
    #expect(listener.error != nil && joiner.error != nil)
    #expect(ends.listenerStore.all.isEmpty && ends.joinerStore.all.isEmpty)
  }

  @Test(
    "for good leaves nothing before the last frame, and then what the other end may be using",
    arguments: Cut.all)
  func forGood(_ cut: Cut) async throws {
    var ends = cut.ends()
    ends.network = MemoryNetwork(
      isUp: { _ in false },
      interfere: { _, by, write, bytes in
        by == cut.by && write == cut.write ? nil : bytes
      })
    ends.shortenWaits()
    ends.listenerWishes.comparison = .seconds(2)
    ends.joinerWishes.comparison = .seconds(2)
    let (listener, joiner) = await ends.run()
    let (given, taken) = cut.giver == .listener ? (listener, joiner) : (joiner, listener)
    let isLast = cut.by == cut.giver && cut.write == (cut.giver == .listener ? 13 : 12)
    let isHello = cut.by != cut.giver && cut.write == (cut.giver == .listener ? 11 : 12)
    let stores = [ends.listenerStore, ends.joinerStore]
    let (givers, takers) = cut.giver == .listener ? (stores[0], stores[1]) : (stores[1], stores[0])
    #expect(givers.all.map(\.isConfirmed) == (isLast || isHello ? [false] : []))
    #expect(takers.all.map(\.isConfirmed) == (isHello ? [true] : []))
    #expect((given.result != nil) == (isLast || isHello) && (taken.result != nil) == isHello)
  }

  @Test("again and again is given up if no connection makes progress")
  func inVain() async throws {
    var ends = TwoEnds()
    ends.network = MemoryNetwork { connection, by, write, bytes in
      // R1 and R2 get through, but no frame.
      write >= (connection == 0 ? 4 : 1) ? nil : bytes
    }
    ends.shortenWaits()
    let (listener, joiner) = await ends.run()
    #expect(listener.error != nil && joiner.error != nil)
    #expect(ends.listenerStore.all.isEmpty && ends.joinerStore.all.isEmpty)
  }

  /// A way back that records its deadlines and never finds anybody.
  private final class Deadlines: Reconnector {
    let seen = Mutex<[ContinuousClock.Instant]>([])
    let isStopped = false

    func reconnect(
      at position: Int, until deadline: ContinuousClock.Instant
    ) async throws(PairingError) -> ResumedConnection? {
      seen.withLock { $0.append(deadline) }
      throw .notVernam
    }

    func end() async {}
  }

  @Test("restarts the wait if the taker has got further, and only then")
  func deadlines() async {
    let ends = TwoEnds()
    let way = Deadlines()
    let context = ends.context(.listener, ends.screen(.listener))
    var resumption = Resumption(context: context, end: .listener, way: way)
    // The giver has sent more each time, as it does within its window.
    for (sent, taken) in [(3, 1), (5, 1), (5, 2), (9, 2)] {
      do {
        _ = try await resumption.resume(
          after: .link(.connectionLost), at: sent, taken: taken, patience: .seconds(120),
          hasLastTry: true)
      } catch {}
    }
    let seen = way.seen.withLock { $0 }
    #expect(seen.count == 4 && seen[0] == seen[1] && seen[1] < seen[2] && seen[2] == seen[3])
  }

  /// A way back on which a taker with `taken` frames comes at once.
  private final class Return: Reconnector {
    let taken: Int
    let isStopped = false

    init(taken: Int) { self.taken = taken }

    func reconnect(
      at position: Int, until deadline: ContinuousClock.Instant
    ) async throws(PairingError) -> ResumedConnection? {
      do {
        let keys = try ReconnectTests.keys()
        let joiner = try JoinerResume(
          number: 1, position: position, keys: keys, randomness: KernelRandomness())
        let answer = try ListenerResume(joiner.request, position: taken, keys: keys).answer
        return ResumedConnection(
          connection: MemoryPipe.pair().joiner, session: try joiner.finish(answer))
      } catch { throw .badFrame }
    }

    func end() async {}
  }

  @Test(
    "whose wait is over resumes once more, if it may, for a giver whose taker has got further",
    arguments: [(2, true, true), (1, true, false), (2, false, false)])
  func lastTry(taken: Int, hasLastTry: Bool, goesOn: Bool) async {
    let ends = TwoEnds()
    let context = ends.context(.listener, ends.screen(.listener))
    var resumption = Resumption(context: context, end: .listener, way: Return(taken: taken))
    func resume() async -> Int? {
      do {
        return try await resumption.resume(
          after: .link(.connectionLost), at: 5, taken: 1, patience: .zero, hasLastTry: hasLastTry
        ).position
      } catch { return nil }
    }
    // The wait begins, and is over.
    #expect(await resume() == nil)
    #expect(await resume() == (goesOn ? taken : nil))
  }

  @Test("after the hello is soon given up: both have the pad", arguments: [End.listener, .joiner])
  func done(giver: End) async throws {
    var ends = Cut(giver: giver, by: giver, write: 0).ends()
    ends.network = MemoryNetwork(
      isUp: { _ in false },
      interfere: { _, by, write, bytes in
        let isDone = by == giver && write > 3 && bytes.first == FrameKind.done.rawValue
        return isDone ? nil : bytes
      })
    ends.listenerWishes.parting = .milliseconds(5)
    ends.joinerWishes.parting = .milliseconds(5)
    let (listener, joiner) = await ends.run()
    #expect(try #require(listener.result).isConfirmed && #require(joiner.result).isConfirmed)
    #expect(ends.listenerStore.all == ends.joinerStore.all)
  }

  /// Runs both to completion, and expects that both hold the identical pad and know it.
  private func expectPads(_ ends: TwoEnds, connections: ClosedRange<Int>) async throws {
    let screens = (ends.screen(.listener), ends.screen(.joiner))
    let (listener, joiner) = await ends.run(screens.0, screens.1)
    #expect(try #require(listener.result, "\(String(describing: listener.error))").isConfirmed)
    #expect(try #require(joiner.result, "\(String(describing: joiner.error))").isConfirmed)
    #expect(ends.listenerStore.all.count == 1)
    #expect(ends.listenerStore.all == ends.joinerStore.all)
    #expect(connections.contains(ends.network!.calls), "\(ends.network!.calls) connections")
    for screen in [screens.0, screens.1] {
      #expect(screen.count("lost") > 0 && screen.count("back") > 0 && screen.count("code") == 1)
    }
  }
}

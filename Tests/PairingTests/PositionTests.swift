import Link
import PairingFuzzTargets
import Synchronization
import System
import TestSupport
import Testing

@testable import Pairing

/// An end that comes back with a position that it cannot have (vernam-pairing(7), "Where it goes
/// on"). A pad of 64 KiB has a record and one piece, so the giver's position is 2 when it is cut.
@Suite("A position of the end that comes back", .ownThreads)
struct PositionTests {
  /// A way back on which the other end comes each time with the next of these positions, and is lost
  /// again at once.
  private final class Way: Reconnector {
    private let positions: Mutex<[Int]>
    let isStopped = false

    init(_ positions: [Int]) { self.positions = Mutex(positions) }

    func reconnect(
      at position: Int, until deadline: ContinuousClock.Instant
    ) async throws(PairingError) -> ResumedConnection? {
      let next = positions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { throw .notVernam }
      do {
        let keys = try ReconnectTests.keys()
        let joiner = try JoinerResume(
          number: 1, position: position, keys: keys, randomness: KernelRandomness())
        let answer = try ListenerResume(joiner.request, position: next, keys: keys).answer
        let pipe = MemoryPipe.pair()
        pipe.listener.close()
        return ResumedConnection(connection: pipe.joiner, session: try joiner.finish(answer))
      } catch { throw .badFrame }
    }

    func end() async {}
  }

  /// The listener gives. The connection is cut after this end's last write, counted from 0; then the
  /// other end comes back to `end` with these positions.
  private static func error(
    at end: End, cutAt write: Int, _ positions: [Int]
  ) async throws -> PairingError? {
    let ends = TwoEnds()
    let pipe = MemoryPipe.pair(
      listenerSends: { end == .joiner && $0 == write ? nil : $1 },
      joinerSends: { end == .listener && $0 == write ? nil : $1 })
    let contexts = [End.listener, .joiner].map { ends.context($0, ends.screen($0)) }
    var listening = Session(context: contexts[0], connection: pipe.listener)
    var joining = Session(context: contexts[1], connection: pipe.joiner)
    let way = Way(positions)
    if end == .listener {
      listening.reconnector = { _ in way }
    } else {
      joining.reconnector = { _ in way }
    }
    let (listens, joins) = (listening, joining)
    async let joined = failure { try await joins.completeAsJoiner(joins.prepareAsJoiner()) }
    async let listened = failure {
      try await listens.completeAsListener(listens.prepareAsListener())
    }
    let errors = await (listener: listened, joiner: joined)
    #expect(ends.listenerStore.all.isEmpty && ends.joinerStore.all.isEmpty)
    return end == .listener ? errors.listener : errors.joiner
  }

  private static func failure(_ body: () async throws -> PairingResult) async -> PairingError? {
    do { _ = try await body() } catch { return error as? PairingError }
    return nil
  }

  @Test(
    "that the giver never reached, or below one that it knew, ends the session",
    arguments: [
      ([3], true), ([Int.max], true), ([1, 0], true), ([0, 1, 1], false),
    ])
  func giver(positions: [Int], isBad: Bool) async throws {
    // M2, the confirmation, and the acknowledgement, which is lost.
    let error = try await Self.error(at: .listener, cutAt: 2, positions)
    #expect((error == .badPosition) == isBad, "\(String(describing: error))")
  }

  @Test(
    "below its own ends the session for a taker, and one that is too great does not",
    arguments: [([0], true), ([1, 0], true), ([1, 1], false), ([1 << 40], false)])
  func taker(positions: [Int], isBad: Bool) async throws {
    // M1, M3, the confirmation, the record, and the piece, which is lost.
    let error = try await Self.error(at: .joiner, cutAt: 4, positions)
    #expect((error == .badPosition) == isBad, "\(String(describing: error))")
  }
}

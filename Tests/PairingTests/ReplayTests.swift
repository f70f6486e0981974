import Pad
import PairingFuzzTargets
import System
import TestSupport
import Testing

@testable import Pairing

/// Somebody in between who repeats what was sent before: in another session, or by the other end.
@Suite("Replay and reflection", .ownThreads)
struct ReplayTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The write that is replaced.
    let by: End
    let write: Int
    /// The end that notices, and its error.
    let found: End
    let error: PairingError
    /// The write of the same session that replaces it; if nil, the write of an earlier session.
    var reflected: (by: End, write: Int)?
  }

  @Test(
    "A message from an earlier session is refused, or gives codes that differ",
    arguments: [
      Case(
        testDescription: "M1", by: .listener, write: 0, found: .joiner, error: .brokenCommitment),
      Case(testDescription: "M2", by: .joiner, write: 0, found: .listener, error: .wrongCode),
      Case(
        testDescription: "M3", by: .listener, write: 1, found: .joiner, error: .brokenCommitment),
      Case(
        testDescription: "listener's confirmation", by: .listener, write: 2, found: .joiner,
        error: .wrongConfirmation),
      Case(
        testDescription: "joiner's confirmation", by: .joiner, write: 1, found: .listener,
        error: .wrongConfirmation),
      Case(testDescription: "record", by: .listener, write: 3, found: .joiner, error: .badFrame),
      Case(testDescription: "material", by: .listener, write: 4, found: .joiner, error: .badFrame),
      Case(testDescription: "digest", by: .listener, write: 5, found: .joiner, error: .badFrame),
      Case(
        testDescription: "acknowledgement", by: .joiner, write: 2, found: .listener,
        error: .badFrame),
    ])
  func replayed(_ change: Case) async {
    let old = await Recording.ofHonestSession()
    await expect(change) { old.write(change.write, by: change.by) }
  }

  @Test(
    "An end refuses its own message when it comes back",
    arguments: [
      Case(
        testDescription: "M1 as M2", by: .joiner, write: 0, found: .listener,
        error: .malformedHandshake, reflected: (.listener, 0)),
      Case(
        testDescription: "M2 as M3", by: .listener, write: 1, found: .joiner,
        error: .brokenCommitment, reflected: (.joiner, 0)),
      Case(
        testDescription: "joiner's confirmation", by: .listener, write: 2, found: .joiner,
        error: .wrongConfirmation, reflected: (.joiner, 1)),
      Case(
        testDescription: "record as acknowledgement", by: .joiner, write: 2, found: .listener,
        error: .badFrame, reflected: (.listener, 3)),
      Case(
        testDescription: "acknowledgement as last frame", by: .listener, write: 5, found: .joiner,
        error: .badFrame, reflected: (.joiner, 2)),
    ])
  func reflected(_ change: Case) async {
    let own = Recording()
    await expect(change, own) { own.write(change.reflected!.write, by: change.reflected!.by) }
  }

  @Test("A hello from an earlier session, or another frame in its place, leaves the giver waiting")
  func replayedHello() async throws {
    let old = await Recording.ofHonestSession()
    for other in [
      old.write(3, by: .joiner), old.write(2, by: .joiner), old.write(5, by: .listener),
    ] {
      var ends = TwoEnds()
      ends.joinerSends = { $0 == 3 ? other : $1 }
      let (listener, joiner) = await ends.run()
      #expect(try !#require(listener.result).isConfirmed)
      #expect(try #require(joiner.result).isConfirmed)
    }
  }

  @Test("Two listeners, and two ends that both bring material, get nowhere")
  func sameRole() async throws {
    let pipe = MemoryPipe.pair()
    let other = try ListenerHandshake(
      request: PadRequest(role: .either), randomness: KernelRandomness())
    try await pipe.listener.write(other.messageOne)
    let ends = TwoEnds()
    let session = Session(
      context: ends.context(.listener, ends.screen(.listener)), connection: pipe.joiner)
    await #expect(throws: PairingError.self) { _ = try await session.prepareAsListener() }
    var both = TwoEnds()
    both.listenerWishes = TwoEnds.options(material: CountingMaterial(byteCount: 70_000))
    both.joinerWishes = TwoEnds.options(material: CountingMaterial(byteCount: 70_000))
    #expect(await both.run().joiner.error == .bothHaveMaterial)
    #expect(both.listenerStore.all.isEmpty && both.joinerStore.all.isEmpty)
  }

  /// Runs a session in which `other` replaces a write.
  private func expect(
    _ change: Case, _ recording: Recording = Recording(), _ other: @escaping @Sendable () -> [UInt8]
  ) async {
    var ends = TwoEnds()
    let pass: MemoryPipe.Interference = { $1 }
    let replace: MemoryPipe.Interference = { $0 == change.write ? other() : $1 }
    let byListener = change.by == .listener
    ends.listenerSends = recording.keeping(.listener, change: byListener ? replace : pass)
    ends.joinerSends = recording.keeping(.joiner, change: byListener ? pass : replace)
    // The end that is not to notice the wrong code waits for the other.
    if change.by == .joiner && change.write == 0 { ends.joinerScript = [.wait] }
    let (listener, joiner) = await ends.run()
    let finder = change.found == .listener ? listener : joiner
    #expect(finder.error == change.error)
    #expect(ends.joinerStore.all.isEmpty, "the taker keeps nothing")
    #expect(ends.listenerStore.all.allSatisfy { !$0.isConfirmed })
  }
}

import Link
import PairingFuzzTargets
import TestSupport
import Testing

@testable import Pairing

/// Somebody in between, who changes one thing.
@Suite("Interference", .ownThreads)
struct InterferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let by: End
    let write: Int
    let byte: Int
    /// The end that notices, with this error; the other sees a closed connection or better.
    let found: End
    let error: PairingError
  }

  @Test(
    "A changed handshake is refused, or gives codes that differ",
    arguments: [
      Case(
        testDescription: "magic", by: .listener, write: 0, byte: 0, found: .joiner,
        error: .notVernam),
      Case(
        testDescription: "version", by: .listener, write: 0, byte: 8, found: .joiner,
        error: .newerVersion),
      Case(
        testDescription: "old version", by: .listener, write: 0, byte: 9, found: .joiner,
        error: .malformedHandshake),
      Case(
        testDescription: "role", by: .listener, write: 0, byte: 10, found: .joiner,
        error: .brokenCommitment),
      Case(
        testDescription: "size", by: .listener, write: 0, byte: 18, found: .listener,
        error: .malformedHandshake),
      Case(
        testDescription: "split", by: .listener, write: 0, byte: 19, found: .listener,
        error: .malformedHandshake),
      Case(
        testDescription: "session", by: .listener, write: 0, byte: 20, found: .joiner,
        error: .brokenCommitment),
      Case(
        testDescription: "public key", by: .listener, write: 0, byte: 1220, found: .joiner,
        error: .brokenCommitment),
      Case(
        testDescription: "commitment", by: .listener, write: 0, byte: -1, found: .joiner,
        error: .brokenCommitment),
      Case(
        testDescription: "nonce", by: .listener, write: 1, byte: 0, found: .joiner,
        error: .brokenCommitment),
      Case(
        testDescription: "joiner's role", by: .joiner, write: 0, byte: 0, found: .listener,
        error: .wrongCode),
      Case(
        testDescription: "settled split", by: .joiner, write: 0, byte: 9, found: .listener,
        error: .malformedHandshake),
      Case(
        testDescription: "settled size", by: .joiner, write: 0, byte: 6, found: .listener,
        error: .malformedHandshake),
      Case(
        testDescription: "encapsulation", by: .joiner, write: 0, byte: 100, found: .listener,
        error: .wrongCode),
      Case(
        testDescription: "joiner's nonce", by: .joiner, write: 0, byte: -1, found: .listener,
        error: .wrongCode),
      Case(
        testDescription: "listener's confirmation", by: .listener, write: 2, byte: 0,
        found: .joiner, error: .wrongConfirmation),
      Case(
        testDescription: "joiner's confirmation", by: .joiner, write: 1, byte: 0, found: .listener,
        error: .wrongConfirmation),
    ])
  func changed(_ change: Case) async {
    var ends = TwoEnds()
    let flip = MemoryPipe.flip(write: change.write, byte: change.byte)
    if change.by == .listener { ends.listenerSends = flip } else { ends.joinerSends = flip }
    // The end that is not to notice the wrong code waits for the other.
    if change.by == .joiner && change.write == 0 { ends.joinerScript = [.wait] }
    let (listener, joiner) = await ends.run()
    let finder = change.found == .listener ? listener : joiner
    #expect(finder.error == change.error)
    if change.error == .wrongConfirmation {
      // The other end has verified its own, and does not wait for frames that never come.
      let other = change.found == .listener ? joiner : listener
      #expect(other.error == .abortedByOther(.failed))
    }
    #expect(ends.joinerStore.all.isEmpty, "the taker keeps nothing")
    #expect(ends.listenerStore.all.allSatisfy { !$0.isConfirmed })
  }

  @Test(
    "A frame whose kind, text or tag was changed is refused",
    arguments: [(End.listener, 3), (.listener, 4), (.listener, 5), (.joiner, 2)], [0, 1, -1])
  func changedFrame(_ frame: (by: End, write: Int), byte: Int) async {
    var ends = TwoEnds()
    let flip = MemoryPipe.flip(write: frame.write, byte: byte)
    if frame.by == .listener { ends.listenerSends = flip } else { ends.joinerSends = flip }
    let (listener, joiner) = await ends.run()
    let finder = frame.by == .listener ? joiner : listener
    #expect(finder.error == .badFrame)
    #expect(ends.joinerStore.all.isEmpty, "the taker keeps nothing")
    #expect(ends.listenerStore.all.allSatisfy { !$0.isConfirmed })
  }

  @Test(
    "A changed hello leaves the giver waiting and the taker able to send", arguments: [0, 1, -1])
  func changedHello(byte: Int) async throws {
    var ends = TwoEnds()
    ends.joinerSends = MemoryPipe.flip(write: 3, byte: byte)
    let (listener, joiner) = await ends.run()
    let given = try #require(listener.result)
    #expect(!given.isConfirmed && given.lastFailure == .badFrame)
    let taken = try #require(joiner.result)
    #expect(taken.isConfirmed && taken.lastFailure == .abortedByOther(.failed))
    #expect(ends.listenerStore.all.map(\.material) == ends.joinerStore.all.map(\.material))
  }

  @Test("A changed done frame changes nothing: both have the pad and know it", arguments: [0, -1])
  func changedDone(byte: Int) async throws {
    var ends = TwoEnds()
    ends.listenerSends = MemoryPipe.flip(write: 6, byte: byte)
    let (listener, joiner) = await ends.run()
    let given = try #require(listener.result)
    #expect(given.isConfirmed && given.lastFailure == nil)
    #expect(try #require(joiner.result).isConfirmed)
    #expect(ends.listenerStore.all == ends.joinerStore.all)
  }

  @Test(
    "A changed ABORT after the last frame leaves the giver's copy in place", arguments: [1, -1])
  func changedAbort(byte: Int) async throws {
    var ends = TwoEnds()
    ends.joinerStore = MemoryStore(fault: .storesWrongByte)
    ends.joinerSends = MemoryPipe.flip(write: 3, byte: byte)
    let (listener, joiner) = await ends.run()
    #expect(joiner.error == .storedDiffers)
    #expect(try !#require(listener.result).isConfirmed)
    #expect(ends.listenerStore.all.count == 1 && ends.joinerStore.all.isEmpty)
  }

  @Test("A frame that comes twice, or out of order, is refused")
  func replayed() async {
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options(size: 1 << 20)
    ends.listenerSends = { $0 == 5 ? $1 + $1 : $1 }
    let (listener, joiner) = await ends.run()
    #expect(joiner.error == .badFrame)
    #expect(listener.result?.isConfirmed != true)
    #expect(ends.joinerStore.all.isEmpty)
  }

  @Test("A lost hello leaves the giver waiting and the taker able to send")
  func lostHello() async throws {
    var ends = TwoEnds()
    ends.joinerSends = { $0 == 3 ? nil : $1 }
    let (listener, joiner) = await ends.run()
    #expect(try !#require(listener.result).isConfirmed)
    #expect(try #require(joiner.result).isConfirmed)
    #expect(ends.listenerStore.all.map(\.isConfirmed) == [false])
    #expect(ends.joinerStore.all.map(\.isConfirmed) == [true])
  }

  @Test("A lost last frame leaves the giver waiting and the taker with nothing")
  func lostLast() async throws {
    var ends = TwoEnds()
    ends.listenerSends = { $0 == 5 ? nil : $1 }
    let (listener, joiner) = await ends.run()
    #expect(try !#require(listener.result).isConfirmed)
    #expect(joiner.error == .link(.connectionLost))
    #expect(ends.listenerStore.all.count == 1 && ends.joinerStore.all.isEmpty)
  }

  @Test("A forged ABORT after the last frame leaves the giver's copy in place")
  func forgedAbort() async throws {
    var ends = TwoEnds()
    ends.joinerSends = { $0 == 3 ? [2] + [UInt8](repeating: 9, count: 17) : $1 }
    let listener = await ends.run().listener
    #expect(try !#require(listener.result).isConfirmed)
    #expect(ends.listenerStore.all.count == 1)
  }

  @Test("A hello that is none is an error of the pairing, and leaves the giver's copy waiting")
  func badHello() async throws {
    var ends = TwoEnds()
    ends.joinerStore = MemoryStore(fault: .sendsBadHello)
    let (listener, joiner) = await ends.run()
    let pad = try #require(joiner.result).padID
    #expect(listener.error == .badHello(from: "the other", pad: pad))
    #expect(try #require(joiner.result).isConfirmed)
    #expect(ends.listenerStore.all.map(\.isConfirmed) == [false])
  }

  @Test("A taker whose copy differs destroys it, and so does the giver")
  func storedDiffers() async {
    var ends = TwoEnds()
    ends.joinerStore = MemoryStore(fault: .storesWrongByte)
    let (listener, joiner) = await ends.run()
    #expect(joiner.error == .storedDiffers)
    #expect(listener.error == .abortedByOther(.differs))
    #expect(ends.listenerStore.all.isEmpty && ends.joinerStore.all.isEmpty)
  }

  @Test("A taker that cannot tell whether its copy is durable leaves the giver waiting")
  func commitFails() async throws {
    var ends = TwoEnds()
    ends.joinerStore = MemoryStore(fault: .commitFails)
    let (listener, joiner) = await ends.run()
    #expect(joiner.error != nil)
    #expect(try !#require(listener.result).isConfirmed)
    #expect(ends.listenerStore.all.count == 1)
  }
}

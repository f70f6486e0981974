import Pad
import System
import TestSupport
import Testing

@testable import Pairing

/// Callers of a listener whose session goes on.
@Suite("A listener in the middle of a transfer", .ownThreads)
struct ReconnectTests {
  /// A listener with a connection, and the keys that both its ends have.
  private struct Place {
    let keys: ResumeKeys
    let network = MemoryNetwork { $3 }
    let current: (listener: MemoryPipe, joiner: MemoryPipe)
    let reconnectListener: ReconnectListener

    init(session: UInt8 = 1) throws {
      let (keys, network) = (try ReconnectTests.keys(session: session), network)
      self.keys = keys
      let pipe = network.connect()
      current = pipe
      reconnectListener = ReconnectListener(keys, LiveConnection(), current: pipe.listener) {
        await network.next()
      }
    }

    /// Calls and says this; returns the answer, nil if there was none.
    func call(_ bytes: [UInt8], isExpected: Bool) async throws -> [UInt8]? {
      let pipe = network.connect()
      network.offer(pipe.listener)
      try await pipe.joiner.write(bytes)
      if isExpected {
        while true {
          let back = try await reconnectListener.reconnect(
            at: 5, until: .now + .seconds(60))
          if back != nil { break }
        }
      }
      return try? await pipe.joiner.read(exactly: ResumeAnswer.byteCount)
    }

    func request(number: UInt64, keys other: ResumeKeys? = nil) throws -> [UInt8] {
      try JoinerResume(
        number: number, position: 7, keys: other ?? keys, randomness: KernelRandomness()
      ).request.bytes
    }
  }

  static func keys(session: UInt8 = 1) throws -> ResumeKeys {
    let pair = try KeyExchange.KeyPair(KernelRandomness())
    let exporter = try KeyExchange.Encapsulation(to: pair.publicKey, info: []).exporter
    return try ResumeKeys(
      exporter, transcript: [UInt8](repeating: 3, count: 32),
      session: [UInt8](repeating: session, count: 16))
  }

  @Test("recognizes the joiner, and closes the previous connection")
  func genuine() async throws {
    let place = try Place()
    let request = try place.request(number: 1)
    #expect(place.current.listener.failure == nil)
    #expect(try await place.call(request, isExpected: true) != nil)
    #expect(place.current.listener.failure != nil)
    await place.reconnectListener.end()
  }

  @Test("accepts no request twice, and none that is older than the last")
  func replayed() async throws {
    let place = try Place()
    let old = try place.request(number: 3)
    let next = try place.request(number: 4)
    #expect(try await place.call(next, isExpected: true) != nil)
    for request in [next, old] {
      #expect(try await place.call(request, isExpected: false) == nil)
    }
    #expect(try await place.call(place.request(number: 5), isExpected: true) != nil)
    await place.reconnectListener.end()
  }

  @Test("turns a stranger away, who changes nothing", arguments: Greeting.allCases)
  func stranger(_ greeting: Greeting) async throws {
    let place = try Place()
    let bytes = greeting.bytes + [UInt8](repeating: 0, count: ResumeRequest.byteCount)
    #expect(try await place.call(bytes, isExpected: false) == nil)
    #expect(place.current.listener.failure == nil)
    await place.reconnectListener.end()
  }

  @Test("turns away a caller with other keys, or another session's")
  func otherKeys() async throws {
    let place = try Place()
    for session in [UInt8(1), 2] {
      let request = try place.request(number: 1, keys: ReconnectTests.keys(session: session))
      #expect(try await place.call(request, isExpected: false) == nil)
    }
    #expect(place.current.listener.failure == nil)
    await place.reconnectListener.end()
  }

  @Test("is rejected by the joiner if it has other keys, or answers another request")
  func otherAnswer() throws {
    let keys = try ReconnectTests.keys(session: 1)
    let other = try ReconnectTests.keys(session: 1)
    for (answering, with) in [(0, other), (1, keys), (0, keys)] {
      let mine = try JoinerResume(
        number: 1, position: 0, keys: keys, randomness: KernelRandomness())
      let asked =
        answering == 0
        ? mine.request
        : try JoinerResume(
          number: 1, position: 0, keys: keys, randomness: KernelRandomness()
        ).request
      let answer = try ListenerResume(asked, position: 0, keys: with).answer
      var isTaken = false
      do throws(PairingError) {
        _ = try mine.finish(answer)
        isTaken = true
      } catch {
        #expect(error == .badFrame)
      }
      #expect(isTaken == (answering == 0 && with === keys))
    }
  }

  @Test("gets fresh keys with the joiner, and each learns the other's position")
  func freshKeys() async throws {
    let keys = try ReconnectTests.keys(session: 1)
    var frames: [[UInt8]] = []
    for number in [UInt64(1), 2] {
      let joining = try JoinerResume(
        number: number, position: 7, keys: keys, randomness: KernelRandomness())
      let listening = try ListenerResume(joining.request, position: 9, keys: keys)
      let joined = try joining.finish(listening.answer)
      let positions = [joined.position, listening.session.position]
      #expect(positions == [9, 7])
      for end in [End.listener, .joiner] {
        var sealing = listening.session.frames.withKey(of: end) {
          FrameCipher(key: $0, transcript: listening.session.transcript)
        }
        var opening = joined.frames.withKey(of: end) {
          FrameCipher(key: $0, transcript: joined.transcript)
        }
        let frame = sealing.seal(.data, [9].span)
        let sealed = [UInt8](frame.dropFirst())
        let isOpen = opening.open(.data, sealed.span) != nil
        #expect(isOpen)
        for old in frames {
          var again = joined.frames.withKey(of: end) {
            FrameCipher(key: $0, transcript: joined.transcript)
          }
          let isOpen = again.open(.data, old.span) != nil
          #expect(!isOpen)
        }
        frames.append(sealed)
      }
    }
  }
}

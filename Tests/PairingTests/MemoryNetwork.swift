import Link
import Synchronization
import System
import TestSupport

@testable import Pairing

/// A network in memory, on which the joiner can call the listener again and again.
final class MemoryNetwork: Sendable {
  /// What arrives of a write, see `MemoryPipe`; connections are numbered from 0.
  typealias Interference =
    @Sendable (_ connection: Int, _ by: End, _ write: Int, _ bytes: [UInt8]) -> [UInt8]?

  private let interfere: Interference
  private let isUp: @Sendable (_ connection: Int) -> Bool
  private let queue = WaitingQueue(limit: 8)
  private let connections = Mutex(0)

  /// `isUp` decides whether a call gets through at all.
  init(
    isUp: @escaping @Sendable (_ connection: Int) -> Bool = { _ in true },
    interfere: @escaping Interference
  ) {
    self.isUp = isUp
    self.interfere = interfere
  }

  /// How many connections were made or tried.
  var calls: Int { connections.withLock { $0 } }

  func connect() -> (listener: MemoryPipe, joiner: MemoryPipe) {
    let number = connections.withLock { connections in
      defer { connections += 1 }
      return connections
    }
    let interfere = interfere
    return MemoryPipe.pair(
      listenerSends: { interfere(number, .listener, $0, $1) },
      joinerSends: { interfere(number, .joiner, $0, $1) })
  }

  /// Puts a caller in front of the listener.
  func offer(_ connection: MemoryPipe) { queue.offer(connection) }

  func next() async -> (any Connection)? { await queue.next() }

  func listenerReconnector(
    from first: MemoryPipe
  ) -> @Sendable (ResumeKeys) -> any Reconnector {
    let live = MemoryNetwork.live(first)
    return { keys in ReconnectListener(keys, live, current: first) { await self.next() } }
  }

  func joinerReconnector(from first: MemoryPipe) -> @Sendable (ResumeKeys) -> any Reconnector {
    let live = MemoryNetwork.live(first)
    return { keys in
      ReconnectDialer(keys, live, pause: .milliseconds(1), randomness: KernelRandomness()) {
        (_) async throws(LinkError) in
        guard self.isUp(self.calls) else { throw .noAnswer(reason: nil) }
        let pipe = self.connect()
        self.offer(pipe.listener)
        return pipe.joiner
      }
    }
  }

  private static func live(_ connection: MemoryPipe) -> LiveConnection {
    let live = LiveConnection()
    live.hold(connection)
    return live
  }
}

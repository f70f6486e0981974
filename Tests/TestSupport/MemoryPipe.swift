package import Link
internal import Synchronization

/// One half of a connection in memory. `interfere` sees each write, with its number, before the
/// other half does, and returns what arrives instead; nil closes the connection.
package final class MemoryPipe: Connection {
  package typealias Interference = @Sendable (_ write: Int, _ bytes: [UInt8]) -> [UInt8]?

  package let peer = "memory"
  private let incoming: ReceiveBuffer
  private let outgoing: ReceiveBuffer
  private let interfere: Interference
  private let writes = Mutex(0)
  private struct Limits {
    /// Those that were set, in order.
    var all: [Duration] = []
    /// Ends the connection once the present limit is over.
    var watch: Task<Void, Never>?
  }

  private let limits = Mutex(Limits())
  /// Where the limits run; nil for the usual threads, which other tests may keep busy for minutes:
  /// then a limit waits, too.
  private let executor: (any TaskExecutor)?

  private init(
    _ incoming: ReceiveBuffer, _ outgoing: ReceiveBuffer, _ executor: (any TaskExecutor)?,
    _ interfere: @escaping Interference
  ) {
    self.executor = executor
    self.incoming = incoming
    self.outgoing = outgoing
    self.interfere = interfere
  }

  package static func pair(
    listenerSends: @escaping Interference = { $1 }, joinerSends: @escaping Interference = { $1 },
    limitsOn executor: (any TaskExecutor)? = nil
  ) -> (listener: MemoryPipe, joiner: MemoryPipe) {
    let one = ReceiveBuffer()
    let two = ReceiveBuffer()
    return (
      MemoryPipe(one, two, executor, listenerSends), MemoryPipe(two, one, executor, joinerSends)
    )
  }

  package var failure: LinkError? { incoming.failure }

  package func read(exactly count: Int) async throws(LinkError) -> [UInt8] {
    try await incoming.read(exactly: count) {}
  }

  package func write(_ bytes: [UInt8]) async throws(LinkError) {
    if let failure, case .connectionLost = failure { throw failure }
    let number = writes.withLock { writes in
      defer { writes += 1 }
      return writes
    }
    guard let bytes = interfere(number, bytes) else { return close() }
    outgoing.receive(bytes)
  }

  /// Lets the other half have bytes that `interfere` held back.
  package func deliver(_ bytes: [UInt8]) { outgoing.receive(bytes) }

  /// As on a network: without it two ends that wait for each other would wait forever.
  package func limit(to time: Duration?) {
    let watch = time.map { time in
      Task(executorPreference: executor) { [weak self] in
        guard (try? await Task.sleep(for: time)) != nil, let self else { return }
        incoming.end(.timedOut)
        outgoing.end(.connectionLost)
      }
    }
    limits.withLock { limits in
      if let time { limits.all.append(time) }
      limits.watch?.cancel()
      limits.watch = watch
    }
  }

  /// The times that this half gave the other, in order.
  package var allLimits: [Duration] { limits.withLock { $0.all } }
  /// The longest of them.
  package var longestLimit: Duration { allLimits.max() ?? .zero }
  /// Whether this half waits for the other one, and not for ever.
  package var isLimited: Bool { limits.withLock { $0.watch != nil } }

  package func drain() async {}
  package func stop() { incoming.end(.cancelled) }

  package func close() {
    incoming.end(.connectionLost)
    outgoing.end(.connectionLost)
  }
}

extension MemoryPipe {
  /// Flips one bit of byte `at` (counted from the end if negative) of write `number`.
  package static func flip(write number: Int, byte at: Int) -> Interference {
    { write, bytes in
      guard write == number else { return bytes }
      var bytes = bytes
      bytes[at < 0 ? bytes.count + at : at] ^= 1
      return bytes
    }
  }
}

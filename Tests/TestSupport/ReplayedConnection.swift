package import Link
internal import Synchronization

/// A connection whose other end has already sent everything.
package final class ReplayedConnection: Connection {
  package let peer = "replayed"
  private let rest: Mutex<ArraySlice<UInt8>>
  private let written = Mutex<[UInt8]>([])
  private let ended = Mutex(false)

  package init(_ bytes: [UInt8]) { rest = Mutex(bytes[...]) }

  /// What this end has written.
  package var outgoing: [UInt8] { written.withLock { $0 } }
  package var failure: LinkError? { ended.withLock { $0 } ? .connectionLost : nil }

  package func read(exactly count: Int) async throws(LinkError) -> [UInt8] {
    let found = rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return [UInt8](rest.prefix(count))
    }
    if found.count < count { throw .connectionLost }
    return found
  }

  package func write(_ bytes: [UInt8]) async throws(LinkError) {
    if let failure { throw failure }
    written.withLock { $0 += bytes }
  }

  package func limit(to time: Duration?) {}
  package func drain() async {}
  package func stop() { close() }
  package func close() { ended.withLock { $0 = true } }
}

internal import Link
internal import Pairing
internal import Synchronization

/// A connection whose other end has already sent everything.
final class ReplayedConnection: Connection {
  let peer = "fuzz"
  private let rest: Mutex<ArraySlice<UInt8>>
  private let ended = Mutex(false)

  init(_ bytes: [UInt8]) { rest = Mutex(bytes[...]) }

  var failure: LinkError? { ended.withLock { $0 } ? .connectionLost : nil }

  func read(exactly count: Int) async throws(LinkError) -> [UInt8] {
    let found = rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return [UInt8](rest.prefix(count))
    }
    if found.count < count { throw .connectionLost }
    return found
  }

  func write(_ bytes: [UInt8]) async throws(LinkError) {
    if let failure { throw failure }
  }

  func limit(to time: Duration) {}
  func drain() async {}
  func stop() { close() }
  func close() { ended.withLock { $0 = true } }
}

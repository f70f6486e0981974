/// A stream of bytes to the other end. One reader and one writer at a time.
package protocol Connection: AnyObject, Sendable {
  /// The other end's address, for people.
  var peer: String { get }
  /// Whether another program makes the connection, so that this end sees no more of it than what is
  /// on this machine.
  var isRelayed: Bool { get }
  /// Why nothing more will arrive; nil while the connection is up.
  var failure: LinkError? { get }
  /// Reads exactly `count` bytes; any beyond them wait, and no more are fetched meanwhile.
  func read(exactly count: Int) async throws(LinkError) -> [UInt8]
  /// Returns once the bytes have left the process.
  func write(_ bytes: [UInt8]) async throws(LinkError)
  /// Gives the connection this long from now on: then it is closed, and reads and writes fail with
  /// `.timedOut`. Replaces any earlier limit; nil means that there is none.
  func limit(to time: Duration?)
  /// From now on reads fail with `.cancelled`; writes may still leave, for two seconds.
  func stop()
  /// Waits until the other end has closed, for two seconds at most, and discards what it sends:
  /// closing with unread bytes would destroy what the other end has not read yet.
  func drain() async
  func close()
}

extension Connection {
  package var isRelayed: Bool { false }
}

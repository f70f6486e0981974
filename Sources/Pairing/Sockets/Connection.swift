/// A stream of bytes to the other end. One reader and one writer at a time.
package protocol Connection: AnyObject, Sendable {
  /// The other end's address, for people.
  var peer: String { get }
  /// Why nothing more will arrive; nil while the connection stands.
  var failure: PairingError? { get }
  /// Exactly so many bytes; what arrives beyond them waits, and is not fetched meanwhile.
  func read(exactly count: Int) async throws(PairingError) -> [UInt8]
  /// Returns once the bytes have left the process.
  func write(_ bytes: [UInt8]) async throws(PairingError)
  /// From now on the connection has this long: then it is closed, and reads and writes fail with
  /// `.timedOut`. Replaces the limit before.
  func limit(to time: Duration)
  /// From now on reads fail with `.cancelled`; what is written may still leave, for two seconds.
  func stop()
  /// Waits until the other end has closed, for two seconds at most, and passes over what it sends:
  /// closing with something unread would take from it what it has not read yet.
  func drain() async
  func close()
}

internal import Pad

/// What `skip` gives up.
package struct Skippable: Equatable, Sendable {
  /// Messages that were sent and have not arrived.
  package var messages: Int
  /// Bytes of pad before the last message that was read. The other end may have used them even if
  /// no message is missing: for a hello, or for a message that it never released.
  package var bytes: Int

  package init(messages: Int = 0, bytes: Int = 0) {
    self.messages = messages
    self.bytes = bytes
  }

  package static func += (sum: inout Skippable, other: Skippable) {
    sum.messages += other.messages
    sum.bytes += other.bytes
  }
}

extension PadState.Record {
  var skippable: Skippable {
    let chunks = consumed.gaps(in: 0..<consumed.end).reduce(0) { $0 + $1.count }
    return Skippable(
      messages: missing.reduce(0) { $0 + $1.count }, bytes: chunks * shape.chunkBytes)
  }
}

package import Codec
package import Pad

/// What may be shown of a pad; nothing in it is secret.
package struct PadSummary: Sendable {
  /// One lane, in bytes.
  package struct Lane: Equatable, Sendable {
    package let total: Int
    package let used: Int
    package var left: Int { total - used }
  }

  package let id: PadID
  /// Pads of one vault are numbered in the order in which they were made.
  package let number: Int
  /// Why it no longer sends; nil if it may.
  package let closure: SendingClosure?
  /// Its files were copied, restored or moved here, and not adopted yet.
  package let isMoved: Bool
  /// Why the counter outside could not be compared: it is gone, or cannot be read.
  package let counterFault: VaultError?
  private var record: PadState.Record
  /// How many of a taker's messages may be lost before it goes on with an older pad.
  private static let mostUnanswered = 3

  init(
    _ pad: ContactBook.Pad, _ state: PadReading, _ record: PadState.Record,
    _ reading: BookReading
  ) {
    id = pad.id
    number = pad.number
    closure = reading.book.closure(of: pad)
    isMoved = reading.isMoved || state.isMoved
    counterFault = state.counterFault
    self.record = record
  }

  /// The same pad after a change.
  func after(_ record: PadState.Record) -> PadSummary {
    var changed = self
    changed.record = record
    return changed
  }

  package var role: PadRole { record.role }
  package var chunkBytes: Int { record.shape.chunkBytes }
  package var isConfirmed: Bool { record.isConfirmed }
  package var provenance: Provenance { record.provenance }
  package var send: Lane {
    Lane(total: record.sendChunks * chunkBytes, used: record.nextToSend * chunkBytes)
  }
  package var receive: Lane {
    Lane(total: record.receiveChunks * chunkBytes, used: record.consumed.count * chunkBytes)
  }
  /// Numbers of the messages that were sent and have not arrived.
  package var missing: [Range<Int>] { record.missing }

  /// Messages sent on a pad that was taken, if the giver may have received none of them; nil if it
  /// has received one, or if too many were sent.
  var unansweredMessages: Int? {
    let isUnanswered = record.role == .taker && record.numbersRead.ranges.isEmpty
    return isUnanswered && record.sentCount < PadSummary.mostUnanswered ? record.sentCount : nil
  }

  /// What `skip` would give up.
  package var skippable: Skippable { record.skippable }

  /// Whether `status` counts it as able to send; `Contact.sendingPad` decides.
  package var canSend: Bool { isConfirmed && closure == nil && !isMoved }

  /// Whether it will be able to, once the other end's first message on it is read.
  package var isWaiting: Bool { !isConfirmed && closure == nil && !isMoved }

  /// Messages of at most `contentBytes` that can still be sent after using `spent` more bytes.
  package func messagesLeft(contentBytes: Int, without spent: Int = 0) -> Int {
    canSend ? (send.left - spent) / chunkBytes / chunks(contentBytes: contentBytes) : 0
  }

  /// Messages of at most `contentBytes` that the other end can still send.
  package func messagesToCome(contentBytes: Int) -> Int {
    receive.left / chunkBytes / chunks(contentBytes: contentBytes)
  }

  /// Bytes of pad that a message of `contentBytes` uses.
  package func cost(_ kind: BodyHead.Kind = .text, contentBytes: Int) -> Int {
    chunks(kind, contentBytes: contentBytes) * chunkBytes
  }

  private func chunks(_ kind: BodyHead.Kind = .text, contentBytes: Int) -> Int {
    record.shape.chunksNeeded(bodyBytes: Body.byteCount(kind, content: contentBytes))
  }
}

package import Codec
internal import Pad

/// A person with whom pads are shared: everything that a command found out about them.
package struct Contact: Sendable {
  /// Bytes of content in each message that "messages left" counts: an SMS.
  package static let usualMessageBytes = 160

  package let id: ContactID
  package let name: String
  /// The pads that can be read, oldest first.
  package private(set) var pads: [PadSummary]
  /// What is wrong with the first pad that cannot be read.
  package let damage: VaultError?
  /// Why nothing can be sent to anybody: the contact book is damaged.
  private let bookDamage: VaultError?
  /// Why nothing can be sent to anybody: the counter of the book is gone, or cannot be read.
  private let bookFault: VaultError?
  private let moved: VaultError

  /// Nil if none of the contact's pads, which the book lists in `own`, is complete.
  init?(
    _ person: ContactBook.Person, _ own: [ContactBook.Pad], _ reading: BookReading,
    _ states: [PadID: PadReading], _ layout: VaultLayout
  ) {
    let found = own.compactMap { pad in states[pad.id].map { (pad, $0) } }
    if found.isEmpty { return nil }
    id = person.id
    name = person.name
    pads = found.compactMap { pad, state in
      state.record.map { PadSummary(pad, state, $0, reading) }
    }
    damage = found.compactMap { $0.1.error }.first
    bookDamage = reading.isDamaged ? .bookDamaged(path: layout.contacts) : nil
    bookFault = reading.counterFault
    moved = .moved(path: layout.directory)
  }

  package var messagesLeft: Int {
    pads.reduce(0) { $0 + $1.messagesLeft(contentBytes: Contact.usualMessageBytes) }
  }
  /// Messages that the other end can still send.
  package var messagesToCome: Int {
    pads.reduce(0) { $0 + $1.messagesToCome(contentBytes: Contact.usualMessageBytes) }
  }

  /// Messages that can still be sent after one of this price.
  package func messagesLeft(after price: Price) -> Int {
    pads.reduce(0) { count, pad in
      let spent = pad.id == price.pad.id ? price.bytes : 0
      return count + pad.messagesLeft(contentBytes: Contact.usualMessageBytes, without: spent)
    }
  }

  /// What `skip` would destroy.
  package var skippable: Skippable { pads.reduce(into: Skippable()) { $0 += $1.skippable } }
  /// Messages that the other end sent and that have not arrived.
  package var missing: Int { skippable.messages }
  /// Leaves out pads that cannot send yet, or any more.
  package var send: PadSummary.Lane {
    sum(pads.filter(\.canSend).map(\.send))
  }
  package var receive: PadSummary.Lane { sum(pads.map(\.receive)) }

  private func sum(_ lanes: [PadSummary.Lane]) -> PadSummary.Lane {
    lanes.reduce(PadSummary.Lane(total: 0, used: 0)) {
      PadSummary.Lane(total: $0.total + $1.total, used: $0.used + $1.used)
    }
  }

  /// The same contact after a message was sent or read on a pad.
  func after(_ record: PadState.Record, on id: PadID) -> Contact {
    var changed = self
    changed.pads = pads.map { $0.id == id ? $0.after(record) : $0 }
    return changed
  }

  // MARK: Sending

  /// What a message costs, and the pad that it would be sent with.
  package struct Price: Sendable {
    package let pad: PadSummary
    /// Bytes of pad.
    package let bytes: Int
  }

  /// What it costs to send a message now; throws the reason if it cannot be sent.
  @discardableResult
  package func price(
    _ kind: BodyHead.Kind = .text, contentBytes: Int
  ) throws(VaultError) -> Price {
    let pad = try sendingPad(kind, contentBytes: contentBytes, without: [])
    return Price(pad: pad, bytes: pad.cost(kind, contentBytes: contentBytes))
  }

  /// The oldest pad that is confirmed, open for sending, and has room. But the first messages after
  /// taking a pad go out on that pad: until the giver receives one it cannot send on it, and it
  /// would receive none while older pads have room.
  func sendingPad(
    _ kind: BodyHead.Kind, contentBytes: Int, without damaged: Set<PadID>
  ) throws(VaultError) -> PadSummary {
    if let damage = bookDamage { throw damage }
    let confirmed = pads.filter { $0.isConfirmed && !damaged.contains($0.id) }
    if pads.contains(where: \.isMoved) { throw moved }
    if confirmed.isEmpty, let damage { throw damage }
    let usable = confirmed.filter { $0.closure == nil }
    guard let largest = usable.max(by: { $0.send.left < $1.send.left }) else {
      if pads.contains(where: \.isWaiting) {
        throw confirmed.isEmpty ? .waitingForPeer(name) : .newPadWaits(name, left: 0)
      }
      guard let closure = pads.compactMap(\.closure).last else { throw .waitingForPeer(name) }
      throw .sendingClosed(name, closure)
    }
    // Without its counter, a pad that went back in time would not be noticed, and the contact's other
    // pads went back with it.
    let open = pads.filter { $0.closure == nil }
    if let fault = bookFault ?? open.compactMap(\.counterFault).first { throw fault }
    let fitting = usable.filter { $0.send.left >= $0.cost(kind, contentBytes: contentBytes) }
    let unanswered = fitting.filter { $0.unansweredMessages != nil }.min {
      $0.unansweredMessages! < $1.unansweredMessages!
    }
    if let chosen = unanswered ?? fitting.first { return chosen }
    let waiting = pads.filter(\.isWaiting)
    if waiting.contains(where: { $0.send.left >= $0.cost(kind, contentBytes: contentBytes) }) {
      throw .newPadWaits(name, left: largest.send.left)
    }
    throw .notEnoughPad(
      name, left: largest.send.left,
      needed: largest.cost(kind, contentBytes: contentBytes), pads: usable.count,
      messages: largest.messagesLeft(contentBytes: Contact.usualMessageBytes))
  }
}

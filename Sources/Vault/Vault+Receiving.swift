// Invariants 3 and 4. The order is that of vault.md, "Receive": verify the whole packet, decrypt
// into locked memory, unlock, deliver, open again from the start, and only then consume.
package import Codec
internal import Pad
package import System

extension Vault {
  /// What became of a packet.
  package struct Receipt: Equatable, Sendable {
    package let contact: String
    /// Messages sent before that have not arrived.
    package let missing: Int
    /// Why the pad sends no more, where it does not: this message may have shown it.
    package let closure: SendingClosure?
  }

  /// Finds whose packet it is, verifies it, hands the message over, and consumes it once the
  /// recipient has it. A delivery that fails leaves the message readable.
  package func receive(
    _ source: any ByteSource, by recipient: any Recipient
  ) throws(VaultError) -> Receipt {
    let (summaries, damage) = try readAll()
    guard let packet = try PacketInput(source) else { throw .foreign }
    for summary in summaries {
      guard let chunk = try claim(packet, on: summary, lane: summary.role.receivingLane) else {
        continue
      }
      let receipt = try receive(packet, at: chunk, on: summary.id, by: recipient)
      if let receipt { return receipt }
    }
    for summary in summaries
    where try claim(packet, on: summary, lane: summary.role.sendingLane) != nil {
      throw .ownMessage(to: summary.contact)
    }
    throw damage ?? .foreign
  }

  /// The same for a message that fits memory.
  package func receive(
    _ packet: [UInt8], deliver: (_ from: String, borrowing Body) throws(VaultError) -> Void
  ) throws(VaultError) -> Receipt {
    try withoutActuallyEscaping(deliver) { deliver throws(VaultError) in
      try receive(MemoryBytes(packet), by: ClosureRecipient(deliver))
    }
  }

  /// Takes the hello of the end that a pad was just given to.
  package func receiveHello(_ packet: [UInt8], pad id: PadID) throws(VaultError) {
    guard let summary = try summaries().first(where: { $0.id == id }),
      let packet = try PacketInput(MemoryBytes(packet)),
      let chunk = try claim(packet, on: summary, lane: summary.role.receivingLane),
      try receive(packet, at: chunk, on: id, by: ClosureRecipient { _, _ in }) != nil
    else { throw .foreign }
  }

  /// The chunk that a packet claims under a lane's header key; nil when it is not of that lane.
  private func claim(
    _ packet: PacketInput, on pad: PadSummary, lane: Int
  ) throws(VaultError) -> Int? {
    do throws(VaultError) {
      return try withState(of: pad.id) { state in
        state.withHeaderKey(lane: lane) { packet.chunk(headerKey: $0) }
      }
    } catch {
      // It was forgotten meanwhile.
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Nil when the packet is not of this pad after all.
  private func receive(
    _ packet: PacketInput, at chunk: Int, on id: PadID, by recipient: any Recipient
  ) throws(VaultError) -> Receipt? {
    var isWitness = false
    var found = try open(packet, at: chunk, on: id, for: recipient, &isWitness)
    if isWitness {
      try close(id, for: .peerHasSeenMore)
      found = try open(packet, at: chunk, on: id, for: recipient, &isWitness)
    }
    guard let opened = found else { return nil }
    #if DEBUG
      if environment.omissions.contains(.deliverBeforeConsume) {
        let receipt = try consume(packet, at: chunk, on: id, opened)
        try recipient.deliver()
        return receipt
      }
    #endif
    // No lock is held from here: what receives the text may be slow or a person.
    do throws(VaultError) { try recipient.deliver() } catch {
      recipient.discard()
      throw error
    }
    do throws(VaultError) { return try consume(packet, at: chunk, on: id, opened) } catch {
      if case .secondPacket = error { throw error }
      throw .deliveredOnly(from: opened.record.contact, because: error)
    }
  }

  private struct Opened: ~Copyable {
    let record: PadState.Record
    let head: BodyHead
  }

  /// Verifies the packet, and has the recipient take its content. Where it is a witness against this
  /// vault nothing is done: the contact's pads are to be closed first.
  private func open(
    _ packet: PacketInput, at chunk: Int, on id: PadID, for recipient: any Recipient,
    _ isWitness: inout Bool
  ) throws(VaultError) -> Opened? {
    let pad = try openPad(id)
    guard let chunks = pad.chunks(of: packet, at: chunk) else { return nil }
    try pad.refuseIfRead(packet, chunks)
    let opening = try pad.opening(packet, chunks)
    let isAuthentic = try pad.reading { () throws(PacketOpening.Failure) in
      try opening.isAuthentic(pad.state.tree)
    }
    guard isAuthentic else { return nil }
    let found = try pad.reading { () throws(PacketOpening.Failure) in
      try opening.head(pad.state.tree)
    }
    let contact = pad.record.contact
    // Every packet before this one took at least a chunk: more of them is nonsense, or malice.
    guard let (head, content) = found, head.sentBefore <= chunk else {
      throw .malformedBody(from: contact)
    }
    if pad.isWitnessed(by: head) {
      isWitness = true
      return nil
    }
    do throws(VaultError) {
      try check(head, chunks, pad, recipient)
      try recipient.begin(Incoming(contact: contact, head: head, count: content.count))
    } catch {
      // Nobody gets a receipt that would say so.
      if let closure = pad.record.closure { environment.alarm(closure.warning(contact)) }
      throw error
    }
    do throws(VaultError) {
      try pad.reading { () throws(PacketOpening.Failure) in
        try opening.decrypt(content, pad.state.tree) { piece throws(VaultError) in
          try recipient.take(piece)
        }
      }
    } catch {
      recipient.discard()
      throw error
    }
    return Opened(record: pad.record, head: head)
  }

  private func check(
    _ head: BodyHead, _ chunks: Range<Int>, _ pad: borrowing OpenPad, _ recipient: any Recipient
  ) throws(VaultError) {
    let contact = pad.record.contact
    if case .unknown(let kind) = head.kind, !recipient.takesUnknownKinds {
      throw .unknownKind(kind, from: contact)
    }
    guard pad.hasRoomFor(head, chunks) else { throw .tooManyMissing(from: contact) }
  }

  /// Opens a pad on which a message was read that may be a witness.
  private func openPad(_ id: PadID, hearing head: BodyHead) throws(VaultError) -> OpenPad {
    do {
      let pad = try openPad(id)
      if !pad.isWitnessed(by: head) { return pad }
    }
    try close(id, for: .peerHasSeenMore)
    return try openPad(id)
  }

  /// Opens again: everything that was read before the delivery is void, and the vault may have gone
  /// back meanwhile.
  private func consume(
    _ packet: PacketInput, at chunk: Int, on id: PadID, _ opened: borrowing Opened
  ) throws(VaultError) -> Receipt? {
    let head = opened.head
    // Where the pad was forgotten meanwhile there is nothing left to consume.
    guard try isHeld(id) else { return Receipt(contact: "", missing: 0, closure: nil) }
    var pad = try openPad(id, hearing: head)
    #if DEBUG
      if environment.omissions.contains(.openingAgain) { pad.goBack(to: opened.record) }
    #endif
    guard let chunks = pad.chunks(of: packet, at: chunk) else { return nil }
    let contact = pad.record.contact
    if pad.record.consumed.intersects(chunks) {
      // Delivered by two processes at once: the same message twice is one, two of them are not.
      do throws(VaultError) { try pad.refuseIfRead(packet, chunks) } catch {
        if case .secondPacket = error { throw error }
      }
    } else {
      guard pad.hasRoomFor(head, chunks) else { throw .tooManyMissing(from: pad.record.contact) }
      let change = pad.consuming(head, chunks, shortTag: packet.shortTag)
      try pad.commit(change.record, spending: change.spent)
    }
    return Receipt(
      contact: contact, missing: pad.record.missing, closure: pad.record.closure)
  }
}

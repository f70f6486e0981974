// Invariants 3 and 4. The order is that of vernam-vault(5), "To receive": verify the whole packet,
// decrypt into the sink, unlock, deliver, open again from the start, and only then consume.
internal import Codec
internal import Pad
package import System

extension Vault {
  /// Finds the pad that a packet belongs to, verifies it, hands the message over, and consumes it
  /// once the sink has it. A delivery that fails leaves the message readable.
  ///
  /// - Parameter contact: the only one whose messages are read, whatever its name is by now; nil for
  ///   everybody's. Any other message throws `foreign`, and stays unread.
  package func receive(
    _ source: any ByteSource, from contact: Contact? = nil, by sink: any MessageSink
  ) throws(VaultError) -> ReadReport {
    guard let packet = try PacketInput(source) else { throw .foreign }
    let reading = try book()
    let book = reading.book
    var header = packet.headerReader
    for pad in contact.map(book.pads(of:)) ?? book.pads {
      guard let chunk = header.chunk(of: pad, lane: pad.role.receivingLane) else { continue }
      do throws(VaultError) {
        if let report = try receive(packet, at: chunk, on: pad, by: sink) { return report }
      } catch { throw error.of(book.name(of: pad)) }
    }
    for pad in book.pads {
      guard let chunk = header.chunk(of: pad, lane: pad.role.sendingLane) else { continue }
      try closeIfNeverSent(packet, at: chunk, on: pad.id)
      throw .ownMessage(to: book.name(of: pad))
    }
    // It may also be for a pad that cannot be read.
    throw reading.isDamaged ? .bookDamaged(path: layout.contacts) : .foreign
  }

  /// Receives the hello of the end that was just given a pad. Returns false unless the packet is a
  /// hello under that pad, without content.
  @discardableResult
  package func receiveHello(_ packet: [UInt8], pad id: PadID) throws(VaultError) -> Bool {
    guard let pad = try book().book.pad(id), let packet = try PacketInput(MemoryBytes(packet))
    else { return false }
    var header = packet.headerReader
    guard let chunk = header.chunk(of: pad, lane: pad.role.receivingLane) else { return false }
    do throws(VaultError) {
      guard let report = try receive(packet, at: chunk, on: pad, by: HelloSink())
      else { return false }
      if let closure = report.closure {
        environment.warn(.sendingClosed(report.contact, closure))
      }
      return true
    } catch {
      switch error {
      case .foreign, .malformedBody, .padReused: return false
      default: throw error
      }
    }
  }

  /// Nil if the packet does not belong to this pad after all.
  private func receive(
    _ packet: PacketInput, at chunk: Int, on pad: ContactBook.Pad,
    by sink: any MessageSink
  ) throws(VaultError) -> ReadReport? {
    guard let read = try read(packet, at: chunk, on: pad.id, for: sink) else { return nil }
    // No lock is held from here: what receives the text may be slow, or a person.
    do throws(VaultError) { try sink.deliver() } catch {
      sink.discard()
      throw error
    }
    do throws(VaultError) { return try consume(packet, at: chunk, on: pad.id, read) } catch {
      if case .padReused = error { throw error }
      throw .notMarkedAsRead(from: read.contact, because: error)
    }
  }

  /// Closes the contact if this is a packet of ours that this vault never sent. A pad that cannot be
  /// opened cannot send either.
  private func closeIfNeverSent(_ packet: PacketInput, at chunk: Int, on id: PadID)
    throws(VaultError)
  {
    guard var pad = try? OpenPad.open(id, of: self) else { return }
    guard try pad.closeIfNeverSent(packet, at: chunk), let closure = pad.contactClosure else {
      return
    }
    environment.warn(.sendingClosed(pad.name, closure))
  }

  private struct ReadMessage {
    let contact: String
    let head: BodyHead
  }

  /// Verifies the packet and passes its content to the sink. Nil if it is not of this pad.
  private func read(
    _ packet: PacketInput, at chunk: Int, on id: PadID, for sink: any MessageSink
  ) throws(VaultError) -> ReadMessage? {
    var pad: OpenPad
    do throws(VaultError) { pad = try OpenPad.open(id, of: self) } catch {
      // It may have been forgotten meanwhile.
      guard let error = error.isAbsence ? try missing(id) : error else { return nil }
      throw error
    }
    guard let chunks = pad.chunks(of: packet, at: chunk) else { return nil }
    do throws(VaultError) { try pad.refuseIfRead(packet, chunks) } catch {
      if case .foreign = error { return nil }
      throw error
    }
    var hasBegun = false
    do throws(VaultError) {
      let head = try pad.read(packet, chunks) { pad, head, count throws(VaultError) in
        try check(head, chunks, pad, sink)
        try sink.begin(Incoming(contact: pad.name, head: head, count: count))
        hasBegun = true
      } take: { piece throws(VaultError) in
        try sink.take(piece)
      }
      return head.map { ReadMessage(contact: pad.name, head: $0) }
    } catch {
      if hasBegun { sink.discard() }
      // No `ReadReport` follows that could tell the person.
      if let closure = pad.contactClosure { environment.warn(.sendingClosed(pad.name, closure)) }
      throw error
    }
  }

  private func check(
    _ head: BodyHead, _ chunks: Range<Int>, _ pad: borrowing OpenPad,
    _ sink: any MessageSink
  ) throws(VaultError) {
    if case .unknown(let kind) = head.kind, !sink.takesUnknownKinds {
      throw .unknownKind(kind, from: pad.name)
    }
    guard pad.hasRoomFor(head, chunks) else { throw .tooManyMissing(from: pad.name) }
  }

  /// Opens the pad again: nothing that was read before the delivery counts any more, and the vault
  /// may have gone back meanwhile.
  private func consume(
    _ packet: PacketInput, at chunk: Int, on id: PadID, _ read: ReadMessage
  ) throws(VaultError) -> ReadReport? {
    let head = read.head
    // If the pad was forgotten meanwhile, there is nothing left to consume.
    guard try isHeld(id) else {
      return ReadReport(
        contact: read.contact, pad: id, number: head.number, missing: [], closure: nil,
        hasOtherPads: false)
    }
    var pad = try OpenPad.open(id, of: self)
    try pad.closeIfPeerIsAhead(head)
    guard let chunks = pad.chunks(of: packet, at: chunk) else { return nil }
    if pad.record.consumed.intersects(chunks) {
      // Two processes delivered at once: one message twice is fine, two messages are not.
      do throws(VaultError) { try pad.refuseIfRead(packet, chunks) } catch {
        if case .padReused = error { throw error }
      }
    } else {
      guard pad.hasRoomFor(head, chunks) else { throw .tooManyMissing(from: pad.name) }
      let change = pad.consuming(head, chunks, shortTag: packet.shortTag)
      try pad.commit(change.record, spending: change.spent)
    }
    return ReadReport(
      contact: pad.name, pad: id, number: head.number, missing: pad.record.missing,
      closure: pad.contactClosure, hasOtherPads: pad.hasOtherPads)
  }
}

/// A sink for a hello, which has no content, and for no other message.
private final class HelloSink: MessageSink {
  let takesUnknownKinds = true
  func begin(_ message: Incoming) throws(VaultError) {
    guard message.head.kind == .hello, message.count == 0 else { throw .foreign }
  }
  func take(_ piece: Span<UInt8>) {}
  func deliver() {}
  func discard() {}
}

extension HeaderReader {
  /// The chunk that the packet claims to start at; nil if it is not of that lane.
  mutating func chunk(of pad: ContactBook.Pad, lane: Int) -> Int? {
    pad.keys.withKey(lane: lane) { chunk($0, below: pad.shape.laneChunks[lane]) }
  }
}

// Invariants 1 and 2. The order is that of vault.md, "Send": read and verify the slice, make the
// mark durable in one slot, wipe, renew the other slot, and only then encrypt and let go.
package import Codec
package import Pad
internal import System

extension Vault {
  /// Whether a message of `contentBytes` can be sent to a contact now; throws why not.
  package func checkSending(to name: String, contentBytes: Int) throws(VaultError) {
    _ = try sendingPad(for: contact(name), contentBytes: contentBytes)
  }

  /// Encrypts a message. What is returned may be released: the chunks it used are durably spent.
  package func send(
    _ kind: BodyHead.Kind, _ content: borrowing SecretBytes, to name: String
  ) throws(VaultError) -> [UInt8] {
    _ = try settled(contact(name).pads)
    while true {
      let pad = try sendingPad(for: contact(name), contentBytes: content.count)
      do throws(VaultError) {
        var open = try OpenPad.open(pad.id, of: self)
        return try open.send(kind, content)
      } catch {
        // Another process took the last room of this pad meanwhile: the next one may do.
        if case .notEnoughPad = error { continue }
        throw error
      }
    }
  }

  /// The packet that tells the other end of a new pad that this end holds it.
  package func hello(pad id: PadID) throws(VaultError) -> [UInt8] {
    var open = try OpenPad.open(id, of: self)
    return try open.send(.hello, SecretBytes(count: 0))
  }

  /// The oldest pad that is confirmed, open for sending, and has room.
  private func sendingPad(
    for contact: Contact, contentBytes: Int
  ) throws(VaultError) -> PadSummary {
    let confirmed = contact.pads.filter(\.isConfirmed)
    guard let last = confirmed.last else { throw .waitingForPeer(contact.name) }
    let usable = confirmed.filter { $0.closure == nil }
    guard let largest = usable.max(by: { $0.send.left < $1.send.left }) else {
      throw .sendingClosed(contact.name, last.closure!)
    }
    let fitting = usable.first { $0.send.left >= $0.cost(contentBytes: contentBytes) }
    guard let fitting else {
      throw .notEnoughPad(
        contact.name, left: largest.send.left, needed: largest.cost(contentBytes: contentBytes))
    }
    return fitting
  }
}

extension OpenPad {
  /// So many damaged chunks one after the other are passed over at a time, and no more: looking
  /// through a large pad of which nothing is left would take hours.
  private static let mostDamagedChunks = 1 << 16

  private static func passedOver(_ path: String) -> String {
    "a part of \(path) is damaged, and was passed over: check the disk"
  }

  /// Spends the next chunks on a message and returns its packet.
  mutating func send(
    _ kind: BodyHead.Kind, _ content: borrowing SecretBytes
  ) throws(VaultError) -> [UInt8] {
    if let closure = record.closure { throw .sendingClosed(record.contact, closure) }
    guard record.isConfirmed else { throw .waitingForPeer(record.contact) }
    let bodyBytes = Body.byteCount(content: content.count)
    let lane = record.sendLane
    let head = BodyHead(
      kind: kind, peerSeen: record.consumed.end, previousEnd: record.previousEnd,
      sentBefore: record.sentCount)
    let count = record.shape.chunksNeeded(bodyBytes: bodyBytes)
    let slice = try spend(count, for: kind)
    let body = content.withBytes { Body(head, content: $0) }
    let place = PacketPlace(padID: id.bytes, lane: lane, chunk: record.nextToSend - count)
    let headerKey = state.withHeaderKey(lane: lane) { SecretBytes(copying: $0) }
    return Packet.seal(body, with: slice, at: place, headerKey: headerKey)
  }

  /// Marks the next `count` chunks spent, makes the mark durable, and only then lends them. A chunk
  /// that fails its seal is spent too, and the slice starts after it.
  private mutating func spend(
    _ count: Int, for kind: BodyHead.Kind
  ) throws(VaultError) -> PadSlice {
    var record = record
    var start = record.nextToSend
    while true {
      let isOver = start + count > record.sendChunks
      if isOver && start > record.nextToSend
        || start - record.nextToSend > OpenPad.mostDamagedChunks
      {
        // The file may be the wrong one: nothing is given up.
        throw .padDamaged(contact: record.contact, path: chunkPath)
      }
      if isOver {
        let chunkBytes = record.shape.chunkBytes
        throw .notEnoughPad(
          record.contact, left: (record.sendChunks - start) * chunkBytes,
          needed: count * chunkBytes)
      }
      let chunks = start..<start + count
      switch try read(chunks, lane: record.sendLane) {
      case .damaged(let position):
        start = position - record.shape.position(lane: record.sendLane, index: 0) + 1
      case .bytes(let bytes):
        let spent = record.nextToSend..<chunks.upperBound
        if start > record.nextToSend { environment.warn(OpenPad.passedOver(chunkPath)) }
        record.nextToSend = chunks.upperBound
        if kind != .hello {
          record.previousEnd = chunks.upperBound
          record.sentCount += 1
        }
        try commit(record, spending: [record.positions(spent, lane: record.sendLane)])
        return PadSlice(bytes)
      }
    }
  }
}

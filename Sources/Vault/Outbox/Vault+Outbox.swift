// Invariants 1 and 4: a packet leaves the outbox as it is, as often as needed. It costs no pad, and
// the other end reads it once.
internal import Codec
internal import Pad
package import System

extension Vault {
  /// The most bytes on the disk that the outbox for one contact may have.
  package static let mostOutboxBytes = 64 << 20

  /// The packets for a contact whose arrival nobody has confirmed, in the order in which they were
  /// sent. Finishes what an earlier command left half done.
  package func outbox(of contact: Contact) throws(VaultError) -> [OutboxEntry] {
    var ofPads: [ArraySlice<OpenPad.Kept>] = []
    for pad in try book().book.pads(of: contact) where try !outbox(of: pad.id).receipts().isEmpty {
      let pad = try OpenPad.open(pad.id, of: self)
      ofPads.append(try pad.outboxEntries()[...])
    }
    return Vault.merged(ofPads)
  }

  /// Keeps the order within each pad. Of two pads' packets, the one with the older file goes first,
  /// or, if the file system does not know, that of the older pad.
  private static func merged(_ ofPads: [ArraySlice<OpenPad.Kept>]) -> [OutboxEntry] {
    var rest = ofPads
    var entries: [OutboxEntry] = []
    func since(_ pad: Int) -> Int { rest[pad].first?.since ?? 0 }
    while let next = rest.indices.filter({ !rest[$0].isEmpty }).min(by: { since($0) < since($1) }) {
      entries.append(rest[next].removeFirst().entry)
    }
    return entries
  }

  /// How many packets for a contact wait in the outbox. Repairs nothing.
  package func undelivered(to contact: Contact) throws(VaultError) -> Int {
    var count = 0
    for pad in contact.pads { count += try outbox(of: pad.id).receipts().count }
    return count
  }

  /// The receipts of these packets. Cheap: opens no pad.
  package func outboxReceipts(of contact: Contact) throws(VaultError) -> Set<PacketReceipt> {
    var receipts: Set<PacketReceipt> = []
    for pad in try book().book.pads(of: contact) {
      receipts.formUnion(try outbox(of: pad.id).receipts())
    }
    return receipts
  }

  /// A packet in the outbox; nil if it was confirmed or dropped meanwhile.
  package func packet(_ entry: OutboxEntry) throws(VaultError) -> FileBytes? {
    try outbox(of: entry.pad).packet(entry.receipt)
  }

  /// Removes a packet from the outbox: the other end has it, or the person gives up on it. What is
  /// not removed `durably` may be sent once more after a power cut.
  package func drop(_ entry: OutboxEntry, durably: Bool = false) throws(VaultError) {
    let outbox = outbox(of: entry.pad)
    try outbox.remove(entry.receipt)
    if durably { try outbox.sync() }
  }

  /// The receipt for a packet that came in, once it was read: `arrived` for a message that is
  /// delivered and used up, `passed` for one that will never be read. Nil if it is for no pad of
  /// this contact: nobody learns what others have written.
  package func receipt(
    _ meaning: PacketReceipt.Meaning, for source: any ByteSource, from contact: Contact
  ) throws(VaultError) -> PacketReceipt? {
    guard let packet = try PacketInput(source) else { return nil }
    var header = packet.headerReader
    for pad in try book().book.pads(of: contact) {
      let lane = pad.role.receivingLane
      if header.chunk(of: pad, lane: lane) == nil { continue }
      return pad.keys.receipt(meaning, tag: packet.tag, lane: lane)
    }
    return nil
  }

  func outbox(of id: PadID) -> Outbox {
    Outbox(directory: layout.outbox(id), environment: environment)
  }

  /// Throws if the outbox has no room for one more message of `count` bytes.
  func checkOutbox(of contact: Contact, for count: Int) throws(VaultError) {
    var sum = count
    for pad in contact.pads { sum += try outbox(of: pad.id).storedBytes() }
    if sum > Vault.mostOutboxBytes { throw .outboxFull(contact.name) }
  }
}

extension OpenPad {
  /// A packet that is kept, and when its file was made, in nanoseconds; 0 if nobody knows.
  struct Kept {
    let entry: OutboxEntry
    let since: Int
  }

  var outbox: Outbox { vault.outbox(of: id) }

  /// The packets of this pad that are kept, in order. Ignores files that are not of this pad.
  func outboxEntries() throws(VaultError) -> [Kept] {
    let keys = slots.reading.content.headerKeys
    let lane = record.sendLane
    var kept: [Kept] = []
    for receipt in try outbox.receipts() {
      guard let file = try outbox.packet(receipt), let packet = try PacketInput(file) else {
        continue
      }
      var header = packet.headerReader
      let chunk = keys.withKey(lane: lane) { header.chunk($0, below: record.sendChunks) }
      guard let chunk else { continue }
      let entry = OutboxEntry(
        pad: id, count: file.count, chunk: chunk, tag: packet.tag, keys: keys, lane: lane)
      if entry.receipt != receipt { continue }
      let birth = try system(file.file.attributes()).birth
      let since = birth.map { Int($0.seconds) * 1_000_000_000 + Int($0.nanoseconds) } ?? 0
      kept.append(Kept(entry: entry, since: since))
    }
    return kept.sorted { $0.entry.chunk < $1.entry.chunk }
  }
}

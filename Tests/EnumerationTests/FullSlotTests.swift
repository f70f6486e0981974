import Codec
import Pad
import Primitives
import System
import TestSupport
import Testing

@testable import Vault

/// Two deliveries at once with room for only one mark: what was verified before a delivery may not
/// hold after it.
@Suite("A state that is nearly full")
struct FullSlotTests {
  private static let lanes = [16, 2600]
  private let shape = PadShape(chunkBytes: 256, laneChunks: lanes)!
  private let id = PadID([UInt8](repeating: 3, count: 16))
  private let material: [UInt8]
  private let vault: Vault

  init() throws {
    let random = Seeded(seed: 3)
    material = random.bytes(shape.materialBytes)
    let disk = SimulatedDisk(SimulatedMachine(Medium()))
    var environment = VaultEnvironment(storage: disk, randomness: random, machineID: nil)
    environment.contactSlotBytes = Cast.contactSlotBytes
    try Vault.create(
      "/alice", environment: environment, passphrase: SecretBytes(count: 0),
      cost: Cast.cost)
    vault = try Vault.open("/alice", environment: environment) { SecretBytes(count: 0) }
    var writer = try vault.makePad(id: id, contact: "bob", role: .giver, shape: shape)
    try writer.append(material.span)
    let provenance = Provenance(source: "a test", transfer: .network)
    try writer.commit(provenance: provenance, confirmed: true)
  }

  @Test("A delivery that finds no room for its mark leaves its message readable")
  func twoAtOnce() throws {
    var next = try fill()
    var rivals = try rivals(from: next)
    // One read costs more or less than the other frees, so the room left takes many values.
    var filled = 2
    while rivals == nil {
      if try hasRoom(packets: [next]) { next = try read(next) } else { filled = try read(filled) }
      rivals = try self.rivals(from: next)
    }
    let (late, early) = try #require(rivals)
    var delivered: [Int] = []
    let full = VaultError.tooManyMissing(from: "bob")
    #expect(throws: VaultError.notMarkedAsRead(from: "bob", because: full)) {
      try vault.receive(packet(late)) { _, _ in
        delivered.append(late)
        _ = try! vault.receive(packet(early)) { _, _ in delivered.append(early) }
      }
    }
    #expect(delivered == [late, early])
    #expect(throws: VaultError.alreadyRead(from: "bob")) { try read(early) }
    // Nothing was lost: reading the missing ones makes room, even after sending has used some.
    #expect(throws: VaultError.tooManyMissing(from: "bob")) { try read(late) }
    let content = SecretSource(SecretBytes(count: 1))
    _ = try vault.send(.text, content, to: vault.contact("bob"))
    for _ in 0..<4 { filled = try read(filled) }
    _ = try read(late)
  }

  /// Marks every second chunk as read, nearly as many as fit; returns the next one to read.
  private func fill() throws -> Int {
    var pad = try OpenPad.open(id, of: vault)
    var (low, high) = (0, FullSlotTests.lanes[1] / 2)
    while high - low > 1 {
      let middle = (low + high) / 2
      let change = holes(middle, in: pad.record)
      if pad.hasRoom(change.record, spending: change.spent) { low = middle } else { high = middle }
    }
    let change = holes(low - 4, in: pad.record)
    try pad.commit(change.record, spending: change.spent)
    return 2 * (low - 4) + 1
  }

  private func holes(
    _ count: Int, in record: PadState.Record
  ) -> (record: PadState.Record, spent: [Range<Int>]) {
    var record = record
    let chunks = (0..<count).map { 2 * $0 + 1..<2 * $0 + 2 }
    record.consumed = RangeList(sorted: chunks)!
    // Each chunk of the lane could be a message: its number is one more than the chunk's.
    record.numbersRead = RangeList(sorted: chunks.map { $0.lowerBound + 1..<$0.upperBound + 1 })!
    record.knownSent = record.numbersRead.end - 1
    return (record, chunks.map { record.positions($0, lane: 1) })
  }

  /// Two messages that fit one at a time, but not together.
  private func rivals(from next: Int) throws -> (late: Int, early: Int)? {
    for late in stride(from: next, to: next + 12, by: 2) {
      for early in stride(from: late + 2, to: next + 14, by: 2)
      where try hasRoom(packets: [late]) && hasRoom(packets: [early]) {
        if try !hasRoom(packets: [late, early]) { return (late, early) }
      }
    }
    return nil
  }

  private func hasRoom(packets chunks: [Int]) throws -> Bool {
    let pad = try OpenPad.open(id, of: vault)
    var (record, spent) = (pad.record, [Range<Int>]())
    for chunk in chunks {
      record.consumed.insert(chunk..<chunk + 1)
      record.numbersRead.insert(chunk + 1..<chunk + 2)
      record.knownSent = max(record.knownSent, chunk + 1)
      record.readPackets.append(
        ReadPacket(chunks: chunk..<chunk + 1, shortTag: [UInt8](repeating: 0, count: 8)))
      spent.append(contentsOf: [record.positions(chunk..<chunk + 1, lane: 1)])
    }
    return pad.hasRoom(record, spending: spent)
  }

  @discardableResult
  private func read(_ chunk: Int) throws -> Int {
    _ = try vault.receive(packet(chunk)) { _, _ in }
    return chunk + 2
  }

  private func packet(_ chunk: Int) -> [UInt8] {
    let head = BodyHead(kind: .text, peerSeen: 0, previousEnd: chunk, sentBefore: chunk)
    let first = PadShape.headerKeysBytes + (FullSlotTests.lanes[0] + chunk) * 256
    return ReferencePacket.seal(
      head, [1], slice: Array(material[first..<first + 256]),
      at: PacketPosition(padID: id.bytes, lane: 1, chunk: chunk),
      headerKey: Array(material[32..<64]))
  }
}

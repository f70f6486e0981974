internal import Codec
internal import Pad
internal import Primitives

/// The layout of a pad's state, all integers big-endian:
///
///     version 2 · role 1 · chunk bytes 2 · lane chunks 4 + 4 · header keys 64 · contact id 16
///     mark 8 · flags 1 · transfer 1 · next to send 4 · previous end 4 · sent count 4
///     known sent 4 · book generation 8 · file identity 29 · provenance 1024
///     ranges 2 · packets 2 · nodes 2 · number ranges 2
///     ranges × (start 4 · end 4), packets × (start 4 · end 4 · tag 8),
///     nodes × (level 1 · index 8 · seed 32), number ranges × (first 4 · one past the last 4)
extension PadState: SlotContent {
  static let format = SlotFormat(
    magic: Array("vernam/s".utf8), info: Array("vernam/1 state".utf8), version: 1)
  static let slotBytes = 64 << 10
  /// Left free by receiving, so that sending always fits.
  static let sendingReserve = 4096

  private static let fixedBytes =
    2 + 1 + PadShape.byteCount + PadShape.headerKeysBytes + ContactID.byteCount + 8 + 2 + 4 * 4 + 8
    + FileIdentity.byteCount + Provenance.recordBytes + 8
  private static let rangeBytes = 8
  static let nodeBytes = 1 + 8 + KeyTree.seedBytes

  static func damage(path: String) -> VaultError { .padDamaged(contact: nil, path: path) }

  /// The slots of a pad's file.
  static func slots(of id: PadID) -> SealedSlots<PadState> {
    SealedSlots(owner: id.bytes, slotBytes: slotBytes)
  }

  /// Bytes of the encoded state.
  var encodedBytes: Int {
    let ranges = record.consumed.ranges.count + record.numbersRead.ranges.count
    return PadState.fixedBytes + ranges * PadState.rangeBytes
      + record.readPackets.count * ReadPacket.byteCount + tree.nodes.count * PadState.nodeBytes
  }

  func encoded() -> SecretBytes {
    var result = SecretBytes(count: encodedBytes)
    result.withMutableBytes { bytes in
      var offset = 0
      storeFixedPart(in: &bytes, at: &offset)
      for range in record.consumed.ranges { PadState.store(range, in: &bytes, at: &offset) }
      for packet in record.readPackets {
        PadState.store(packet.chunks, in: &bytes, at: &offset)
        bytes.store(packet.shortTag.span, at: &offset)
      }
      tree.seeds.withBytes { seeds in
        for (position, node) in tree.nodes.enumerated() {
          bytes.store(UInt8(node.level), at: &offset)
          bytes.store(UInt64(node.index), at: &offset)
          let start = position * KeyTree.seedBytes
          bytes.store(seeds.extracting(start..<start + KeyTree.seedBytes), at: &offset)
        }
      }
      for range in record.numbersRead.ranges { PadState.store(range, in: &bytes, at: &offset) }
    }
    return result
  }

  private static func store(
    _ range: Range<Int>, in bytes: inout MutableSpan<UInt8>, at offset: inout Int
  ) {
    bytes.store(UInt32(range.lowerBound), at: &offset)
    bytes.store(UInt32(range.upperBound), at: &offset)
  }

  private func storeFixedPart(in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    bytes.store(PadState.format.version, at: &offset)
    bytes.store(record.role.rawValue, at: &offset)
    record.shape.store(in: &bytes, at: &offset)
    headerKeys.withBytes { bytes.store($0, at: &offset) }
    bytes.store(record.contact.bytes.span, at: &offset)
    bytes.store(record.mark, at: &offset)
    bytes.store(record.flags, at: &offset)
    bytes.store(record.provenance.transfer.rawValue, at: &offset)
    for number in [record.nextToSend, record.previousEnd, record.sentCount, record.knownSent] {
      bytes.store(UInt32(number), at: &offset)
    }
    bytes.store(record.bookGeneration, at: &offset)
    record.identity.store(in: &bytes, at: &offset)
    bytes.store(record.provenance.record.span, at: &offset)
    bytes.store(UInt16(record.consumed.ranges.count), at: &offset)
    bytes.store(UInt16(record.readPackets.count), at: &offset)
    bytes.store(UInt16(tree.nodes.count), at: &offset)
    bytes.store(UInt16(record.numbersRead.ranges.count), at: &offset)
  }

  /// Decodes a state whose seal was verified. Nil if it contradicts itself, or if this program
  /// would not write exactly these bytes.
  static func decoded(_ bytes: Span<UInt8>) -> PadState? {
    guard let state = PadState(decoding: bytes), state.isConsistent,
      state.encoded().withBytes({ equalInConstantTime($0, bytes) })
    else { return nil }
    return state
  }

  private init?(decoding bytes: Span<UInt8>) {
    guard bytes.count >= PadState.fixedBytes else { return nil }
    var offset = 2
    let role = PadRole(rawValue: bytes.load(UInt8.self, at: &offset))
    let shape = PadShape(reading: bytes, at: &offset)
    let headerKeys = HeaderKeys(copying: bytes.load(PadShape.headerKeysBytes, at: &offset))
    let contact = ContactID(number: bytes.load(UInt128.self, at: &offset))
    let mark = bytes.load(UInt64.self, at: &offset)
    let flags = bytes.load(UInt8.self, at: &offset)
    let transfer = Provenance.Transfer(rawValue: bytes.load(UInt8.self, at: &offset))
    let numbers = (0..<4).map { _ in Int(bytes.load(UInt32.self, at: &offset)) }
    let bookGeneration = bytes.load(UInt64.self, at: &offset)
    let identity = FileIdentity(reading: bytes, at: &offset)
    let source = bytes.load(Provenance.recordBytes, at: &offset).publicCopy
    let counts = (0..<4).map { _ in Int(bytes.load(UInt16.self, at: &offset)) }
    let rest =
      (counts[0] + counts[3]) * PadState.rangeBytes + counts[1] * ReadPacket.byteCount
      + counts[2] * PadState.nodeBytes
    guard let role, let shape, let transfer, let identity, bytes.count - offset == rest,
      let provenance = Provenance(record: source, transfer: transfer),
      let consumed = PadState.ranges(counts[0], in: bytes, at: &offset),
      let packets = PadState.packets(counts[1], in: bytes, at: &offset),
      let tree = PadState.tree(counts[2], of: shape, in: bytes, at: &offset),
      let numbersRead = PadState.ranges(counts[3], in: bytes, at: &offset)
    else { return nil }
    let record = Record(
      shape: shape, role: role, mark: mark, contact: contact, provenance: provenance,
      identity: identity, keepsCounter: flags & Record.counted != 0,
      bookGeneration: bookGeneration, isConfirmed: flags & Record.confirmed != 0,
      nextToSend: numbers[0], previousEnd: numbers[1], sentCount: numbers[2],
      consumed: consumed, numbersRead: numbersRead, knownSent: numbers[3], readPackets: packets)
    self.init(record: record, headerKeys: headerKeys, tree: tree)
  }

  private static func ranges(
    _ count: Int, in bytes: Span<UInt8>, at offset: inout Int
  ) -> RangeList? {
    let ranges = (0..<count).compactMap { _ in range(in: bytes, at: &offset) }
    return ranges.count == count ? RangeList(sorted: ranges) : nil
  }

  private static func packets(
    _ count: Int, in bytes: Span<UInt8>, at offset: inout Int
  ) -> [ReadPacket]? {
    var packets: [ReadPacket] = []
    for _ in 0..<count {
      guard let chunks = range(in: bytes, at: &offset) else { return nil }
      let tag = bytes.load(8, at: &offset).publicCopy
      packets.append(ReadPacket(chunks: chunks, shortTag: tag))
    }
    return packets
  }

  /// Nil if a range is empty or reversed.
  private static func range(in bytes: Span<UInt8>, at offset: inout Int) -> Range<Int>? {
    let start = Int(bytes.load(UInt32.self, at: &offset))
    let end = Int(bytes.load(UInt32.self, at: &offset))
    return start < end ? start..<end : nil
  }

  /// Nil if a node is not part of the tree.
  private static func tree(
    _ count: Int, of shape: PadShape, in bytes: Span<UInt8>, at offset: inout Int
  ) -> KeyTree? {
    let depth = KeyTree.depth(leaves: shape.chunks)
    var nodes: [KeyTree.Node] = []
    var seeds = SecretBytes(count: count * KeyTree.seedBytes)
    for position in 0..<count {
      let level = Int(bytes.load(UInt8.self, at: &offset))
      let index = bytes.load(UInt64.self, at: &offset)
      guard level <= depth, index < 1 << UInt64(level) else { return nil }
      nodes.append(KeyTree.Node(level: level, index: Int(index)))
      let seed = bytes.load(KeyTree.seedBytes, at: &offset)
      seeds.withMutableBytes { $0.copy(seed, at: position * KeyTree.seedBytes) }
    }
    return KeyTree(depth: depth, nodes: nodes, seeds: seeds)
  }
}

extension PadShape {
  /// Bytes of a stored shape: chunk bytes 2 · lane chunks 4 + 4.
  static let byteCount = 2 + 2 * 4

  init?(reading bytes: Span<UInt8>, at offset: inout Int) {
    let chunkBytes = Int(bytes.load(UInt16.self, at: &offset))
    let first = Int(bytes.load(UInt32.self, at: &offset))
    let second = Int(bytes.load(UInt32.self, at: &offset))
    self.init(chunkBytes: chunkBytes, laneChunks: [first, second])
  }

  func store(in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    bytes.store(UInt16(chunkBytes), at: &offset)
    for chunks in laneChunks { bytes.store(UInt32(chunks), at: &offset) }
  }
}

extension PadState.Record {
  fileprivate static let confirmed: UInt8 = 1
  fileprivate static let counted: UInt8 = 2

  fileprivate var flags: UInt8 {
    (isConfirmed ? PadState.Record.confirmed : 0) | (keepsCounter ? PadState.Record.counted : 0)
  }
}

internal import Codec
internal import Pad
internal import Primitives

/// The layout of a pad's state, all integers big-endian:
///
///     version 2 · role 1 · chunk bytes 2 · lane chunks 4 + 4 · header keys 64 · sequence 4
///     confirmed 1 · closure 1 · transfer 1 · next to send 4 · previous end 4 · sent count 4
///     read count 4 · known sent 4 · binding 37 · name length 1 · name 64 · provenance 1024
///     ranges 2 · packets 2 · nodes 2
///     ranges × (start 4 · end 4), packets × (start 4 · end 4 · tag 8),
///     nodes × (level 1 · index 8 · seed 32), and, where there are any,
///     followed 16 and made 16, and generation before 8
extension PadState {
  static let version: UInt16 = 1
  private static let fixedBytes =
    2 + 1 + 2 + 8 + 64 + 4 + 3 + 5 * 4 + Binding.byteCount + 1 + ContactName.maximumBytes
    + Provenance.recordBytes + 6
  private static let rangeBytes = 8
  static let nodeBytes = 1 + 8 + KeyTree.seedBytes

  /// Bytes of the encoded state.
  var encodedBytes: Int {
    PadState.fixedBytes + record.consumed.ranges.count * PadState.rangeBytes
      + record.readPackets.count * ReadPacket.byteCount + tree.nodes.count * PadState.nodeBytes
      + record.lastDecisions.count * DecisionID.byteCount
      + (generationBefore == nil ? 0 : 8)
  }

  func encoded() -> SecretBytes {
    var result = SecretBytes(count: encodedBytes)
    result.withMutableBytes { bytes in
      var offset = 0
      storeFixedPart(in: &bytes, at: &offset)
      for range in record.consumed.ranges {
        bytes.store(UInt32(range.lowerBound), at: &offset)
        bytes.store(UInt32(range.upperBound), at: &offset)
      }
      for packet in record.readPackets {
        bytes.store(UInt32(packet.chunks.lowerBound), at: &offset)
        bytes.store(UInt32(packet.chunks.upperBound), at: &offset)
        bytes.store(packet.shortTag.span, at: &offset)
      }
      tree.withSeeds { seeds in
        for (position, node) in tree.nodes.enumerated() {
          bytes.store(UInt8(node.level), at: &offset)
          bytes.store(UInt64(node.index), at: &offset)
          let start = position * KeyTree.seedBytes
          bytes.store(seeds.extracting(start..<start + KeyTree.seedBytes), at: &offset)
        }
      }
      for id in record.lastDecisions { bytes.store(id.bytes.span, at: &offset) }
      if let generation = generationBefore { bytes.store(generation, at: &offset) }
    }
    return result
  }

  private func storeFixedPart(in bytes: inout MutableSpan<UInt8>, at offset: inout Int) {
    let name = Array(record.contact.utf8)
    let filler = [UInt8](repeating: 0, count: ContactName.maximumBytes - name.count)
    bytes.store(PadState.version, at: &offset)
    bytes.store(record.role.rawValue, at: &offset)
    bytes.store(UInt16(record.shape.chunkBytes), at: &offset)
    for chunks in record.shape.laneChunks { bytes.store(UInt32(chunks), at: &offset) }
    headerKeys.withBytes { bytes.store($0, at: &offset) }
    bytes.store(UInt32(record.sequence), at: &offset)
    bytes.store(UInt8(record.isConfirmed ? 1 : 0), at: &offset)
    bytes.store(record.closure?.rawValue ?? 0, at: &offset)
    bytes.store(record.provenance.transfer.rawValue, at: &offset)
    for number in [
      record.nextToSend, record.previousEnd, record.sentCount, record.readCount, record.knownSent,
    ] {
      bytes.store(UInt32(number), at: &offset)
    }
    record.binding.store(in: &bytes, at: &offset)
    bytes.store(UInt8(name.count), at: &offset)
    bytes.store((name + filler).span, at: &offset)
    bytes.store(record.provenance.record.span, at: &offset)
    bytes.store(UInt16(record.consumed.ranges.count), at: &offset)
    bytes.store(UInt16(record.readPackets.count), at: &offset)
    bytes.store(UInt16(tree.nodes.count), at: &offset)
  }

  /// Whether a newer program made what a seal was verified of: in every version it begins with the
  /// version's number.
  static func isNewer(_ bytes: Span<UInt8>) -> Bool {
    var offset = 0
    return bytes.count >= 2 && bytes.load(UInt16.self, at: &offset) > version
  }

  /// Reads a state whose seal was verified. Nil when it contradicts itself, or when this program
  /// would not write it byte for byte like this.
  static func decoded(_ bytes: Span<UInt8>) -> PadState? {
    guard let state = PadState(decoding: bytes), state.isConsistent,
      state.encoded().withBytes({ equalInConstantTime($0, bytes) })
    else { return nil }
    return state
  }

  private init?(decoding bytes: Span<UInt8>) {
    guard bytes.count >= PadState.fixedBytes else { return nil }
    var offset = 2
    guard let role = PadRole(rawValue: bytes.load(UInt8.self, at: &offset)) else { return nil }
    let chunkBytes = Int(bytes.load(UInt16.self, at: &offset))
    let lanes = [
      Int(bytes.load(UInt32.self, at: &offset)), Int(bytes.load(UInt32.self, at: &offset)),
    ]
    guard let shape = PadShape(chunkBytes: chunkBytes, laneChunks: lanes) else { return nil }
    let headerKeys = SecretBytes(copying: bytes.extracting(offset..<offset + 64))
    offset += 64
    guard
      var record = Record(decoding: bytes, at: &offset, shape: shape, role: role)
    else { return nil }
    let counts = (0..<3).map { _ in Int(bytes.load(UInt16.self, at: &offset)) }
    let rest =
      counts[0] * PadState.rangeBytes + counts[1] * ReadPacket.byteCount
      + counts[2] * PadState.nodeBytes
    guard [0, 8, 16, 24, 32, 40].contains(bytes.count - offset - rest),
      let consumed = PadState.ranges(counts[0], in: bytes, at: &offset),
      let packets = PadState.packets(counts[1], in: bytes, at: &offset),
      let tree = PadState.tree(counts[2], of: shape, in: bytes, at: &offset)
    else { return nil }
    record.consumed = consumed
    record.readPackets = packets
    record.followed = PadState.decision(in: bytes, at: &offset)
    record.made = PadState.decision(in: bytes, at: &offset)
    self.init(record: record, headerKeys: headerKeys, tree: tree)
    if offset < bytes.count { generationBefore = bytes.load(UInt64.self, at: &offset) }
  }

  private static func ranges(
    _ count: Int, in bytes: Span<UInt8>, at offset: inout Int
  ) -> ChunkSet? {
    var ranges: [Range<Int>] = []
    for _ in 0..<count {
      guard let range = range(in: bytes, at: &offset) else { return nil }
      ranges.append(range)
    }
    return ChunkSet(sorted: ranges)
  }

  /// Nil where there is none.
  private static func decision(in bytes: Span<UInt8>, at offset: inout Int) -> DecisionID? {
    let end = offset + DecisionID.byteCount
    if end > bytes.count { return nil }
    defer { offset = end }
    return DecisionID(bytes.extracting(offset..<end).publicCopy)
  }

  private static func packets(
    _ count: Int, in bytes: Span<UInt8>, at offset: inout Int
  ) -> [ReadPacket]? {
    var packets: [ReadPacket] = []
    for _ in 0..<count {
      guard let chunks = range(in: bytes, at: &offset) else { return nil }
      let tag = bytes.extracting(offset..<offset + 8).publicCopy
      offset += 8
      packets.append(ReadPacket(chunks: chunks, shortTag: tag))
    }
    return packets
  }

  /// Nil where a range is empty or turned round.
  private static func range(in bytes: Span<UInt8>, at offset: inout Int) -> Range<Int>? {
    let start = Int(bytes.load(UInt32.self, at: &offset))
    let end = Int(bytes.load(UInt32.self, at: &offset))
    return start < end ? start..<end : nil
  }

  /// Nil where a node is no node of the tree.
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
      let seed = bytes.extracting(offset..<offset + KeyTree.seedBytes)
      seeds.withMutableBytes { $0.copy(seed, at: position * KeyTree.seedBytes) }
      offset += KeyTree.seedBytes
    }
    return KeyTree(depth: depth, nodes: nodes, seeds: seeds)
  }
}

extension PadState.Record {
  /// What stands of them in the state. A pad follows from the first what it was made after.
  fileprivate var lastDecisions: [DecisionID] { [followed, made].compactMap(\.self) }

  fileprivate init?(
    decoding bytes: Span<UInt8>, at offset: inout Int, shape: PadShape, role: PadRole
  ) {
    let sequence = Int(bytes.load(UInt32.self, at: &offset))
    let isConfirmed = bytes.load(UInt8.self, at: &offset) == 1
    let closed = bytes.load(UInt8.self, at: &offset)
    let closure = SendingClosure(rawValue: closed)
    let transfer = Provenance.Transfer(rawValue: bytes.load(UInt8.self, at: &offset))
    let numbers = (0..<5).map { _ in Int(bytes.load(UInt32.self, at: &offset)) }
    let binding = Binding(reading: bytes, at: &offset)
    let length = min(Int(bytes.load(UInt8.self, at: &offset)), ContactName.maximumBytes)
    let name = bytes.extracting(offset..<offset + length).publicCopy
    offset += ContactName.maximumBytes
    let record = bytes.extracting(offset..<offset + Provenance.recordBytes).publicCopy
    offset += Provenance.recordBytes
    guard let transfer, let provenance = Provenance(record: record, transfer: transfer),
      let contact = String(validating: name, as: UTF8.self), ContactName.isValid(contact),
      closed == 0 || closure != nil
    else { return nil }
    self.init(
      shape: shape, role: role, contact: contact, sequence: sequence, provenance: provenance,
      binding: binding, isConfirmed: isConfirmed, closure: closure,
      nextToSend: numbers[0], previousEnd: numbers[1], sentCount: numbers[2],
      readCount: numbers[3], knownSent: numbers[4])
  }
}

internal import Link
internal import Pad
internal import System
internal import Vault

/// One connection on which the handshake succeeded: packets and receipts go both ways until it ends.
struct LinkSession: Sendable {
  /// How often an end says that it is there.
  static let pingInterval: Duration = .seconds(20)
  /// How long an end may say nothing before it counts as away.
  static let silence: Duration = .seconds(60)
  /// How much of a long packet is read from the disk at a time.
  private static let blockBytes = 8 * LinkFrame.pieceBytes

  let connection: any Connection
  let keys: FrameKeys
  var queue = FrameQueue()
  let vault: Vault
  let owner: any LinkSessionOwner

  /// Returns why it ended.
  func run() async -> ExchangeError {
    queue.put(.ping)
    return await withTaskGroup(of: ExchangeError.self) { group in
      group.addTask { await outcome { () async throws(ExchangeError) in try await receive() } }
      group.addTask { await outcome { () async throws(ExchangeError) in try await send() } }
      group.addTask { await ping() }
      let reason = await withTaskCancellationHandler {
        // When this end leaves, it first stops reading, and then waits for the other task.
        await group.first { $0 != .link(.cancelled) }
      } onCancel: {
        connection.stop()
        queue.close()
      }
      group.cancelAll()
      queue.close()
      connection.close()
      return reason ?? .left
    }
  }

  private func outcome(
    _ work: () async throws(ExchangeError) -> Void
  ) async -> ExchangeError {
    do throws(ExchangeError) {
      try await work()
      return .left
    } catch { return error }
  }

  private func ping() async -> ExchangeError {
    while (try? await Task.sleep(for: LinkSession.pingInterval)) != nil { queue.put(.ping) }
    return .link(.cancelled)
  }

  // MARK: Receiving

  private func receive() async throws(ExchangeError) {
    var opening = keys.opening()
    // The first frame has to come within the time of the handshake: only then is it certain that
    // no recording is being played.
    var frame = try await next(&opening)
    owner.begin(self)
    var packet = IncomingPacket(vault: vault)
    while true {
      switch frame {
      case .ping: break
      case .packet(let bytes):
        var short = IncomingPacket(vault: vault)
        try short.append(bytes)
        try await take(short, overtaking: packet.count > 0)
      case .piece(let bytes, let rest):
        let earlier = packet.count
        // Asked for each: a larger pad may have been shared since the connection began.
        if earlier == 0, rest > 0 {
          packet.mostBytes = try await vaultWork { vault throws(VaultError) in
            try vault.largestPacketBytes()
          }
        }
        try packet.append(bytes, rest: rest)
        if rest > 0 {
          if TransferProgress.isDue(earlier..<packet.count) {
            owner.progressed(.received(packet.percent))
          }
          break
        }
        packet.finish()
        try await take(packet, overtaking: false)
        if packet.count > TransferProgress.step { owner.progressed(nil) }
        packet = IncomingPacket(vault: vault)
      case .receipt(let bytes): try await confirm(PacketReceipt(bytes))
      case .bye: throw .left
      }
      connection.limit(to: LinkSession.silence)
      frame = try await next(&opening)
    }
  }

  private func next(_ opening: inout FrameOpener) async throws(ExchangeError) -> LinkFrame {
    let length = try await read(LinkFrame.lengthBytes)
    guard let count = FrameOpener.sealedBytes(length) else { throw .badFrame }
    guard let frame = opening.open(try await read(count), length: length) else { throw .badFrame }
    // What this end does with it may take long; the other end is not to blame.
    connection.limit(to: nil)
    return frame
  }

  private func read(_ count: Int) async throws(ExchangeError) -> [UInt8] {
    do throws(LinkError) { return try await connection.read(exactly: count) } catch {
      throw .link(error)
    }
  }

  private func confirm(_ receipt: PacketReceipt) async throws(ExchangeError) {
    try await vaultWork { [owner] _ throws(VaultError) in try owner.confirm(receipt) }
  }

  private func take(
    _ packet: IncomingPacket, overtaking isAhead: Bool
  ) async throws(ExchangeError) {
    try await vaultWork { [owner, queue] _ throws(VaultError) in
      try owner.read(packet, overtaking: isAhead, answering: queue)
    }
  }

  private func vaultWork<Value: Sendable>(
    _ work: @escaping @Sendable (Vault) throws(VaultError) -> Value
  ) async throws(ExchangeError) -> Value {
    do throws(VaultError) {
      return try await BlockingExecutor.run { [vault] () throws(VaultError) in try work(vault) }
    } catch { throw .vault(error) }
  }

  // MARK: Sending

  private func send() async throws(ExchangeError) {
    var sealing = keys.sealing()
    while let item = await queue.next() { try await send(item, &sealing) }
  }

  private func send(
    _ item: FrameQueue.Item, _ sealing: inout FrameSealer
  ) async throws(ExchangeError) {
    switch item {
    case .frame(let frame): try await write(frame, &sealing)
    case .packet(let entry):
      // It may have been confirmed or dropped meanwhile.
      let found = try await vaultWork { vault throws(VaultError) in try vault.packet(entry) }
      // By the same number, the queue tells which packets are short.
      guard let packet = found, packet.count == entry.count else { return }
      if packet.count <= LinkFrame.pieceBytes {
        try await write(.packet(read(packet, 0..<packet.count)), &sealing)
      } else {
        try await send(entry, inPiecesOf: packet, &sealing)
      }
      owner.sent(entry)
    }
  }

  private func read(
    _ packet: FileBytes, _ range: Range<Int>
  ) async throws(ExchangeError) -> [UInt8] {
    try await vaultWork { _ throws(VaultError) in
      do throws(SystemError) { return try packet.bytes(range) } catch { throw .system(error) }
    }
  }

  private func send(
    _ entry: OutboxEntry, inPiecesOf packet: FileBytes, _ sealing: inout FrameSealer
  ) async throws(ExchangeError) {
    var offset = 0
    var block: ArraySlice<UInt8> = []
    while offset < packet.count {
      // The other end must not get the rest; nothing but the end of the connection says so.
      if owner.isRemoved(entry) { throw .removed }
      if block.isEmpty {
        let end = min(offset + LinkSession.blockBytes, packet.count)
        block = try await read(packet, offset..<end)[...]
      }
      let piece = block.prefix(LinkFrame.pieceBytes)
      block.removeFirst(piece.count)
      let range = offset..<offset + piece.count
      offset = range.upperBound
      try await write(.piece(Array(piece), rest: packet.count - offset), &sealing)
      // No more than one packet: they must not hold up this one for ever.
      while offset < packet.count, let item = queue.nextShort() {
        try await send(item, &sealing)
        if case .packet = item { break }
      }
      if offset < packet.count, TransferProgress.isDue(range) {
        owner.progressed(.sent(100 * offset / packet.count))
      }
    }
    if packet.count > TransferProgress.step { owner.progressed(nil) }
  }

  /// A bye is the last frame, even in the middle of a packet.
  private func write(_ frame: LinkFrame, _ sealing: inout FrameSealer) async throws(ExchangeError) {
    do throws(LinkError) { try await connection.write(sealing.seal(frame)) } catch {
      throw .link(error)
    }
    if frame != .bye { return }
    await connection.drain()
    throw .left
  }
}

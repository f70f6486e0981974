internal import Synchronization
package import System
package import Vault

extension Conversation {
  func read(
    _ packet: IncomingPacket, overtaking isAhead: Bool, answering queue: FrameQueue
  ) throws(VaultError) {
    state.withLock { $0.readings += 1 }
    defer { state.withLock { $0.readings -= 1 } }
    let receipt = try answer(to: packet, overtaking: isAhead)
    if let receipt { queue.put(.receipt(receipt.bytes)) }
    // One that others overtook has come, whatever became of it.
    if !isAhead { tellOfHeld() }
  }

  /// Reads a message of this contact, over a connection or another way. One at a time: two who read
  /// the same one would both deliver it.
  package func receive(
    _ source: any ByteSource, by sink: any MessageSink
  ) throws(VaultError) -> ReadReport {
    try reading.withLock { _ throws(VaultError) in
      try vault.receive(source, from: contact, by: sink)
    }
  }

  /// Reads a packet; returns what to answer, if anything.
  private func answer(
    to packet: IncomingPacket, overtaking isAhead: Bool
  ) throws(VaultError) -> PacketReceipt? {
    guard packet.fits else {
      tellOfUnreadable(packet.failure ?? .foreign)
      return nil
    }
    let sink = screen.sink()
    let source = packet.source
    do throws(VaultError) {
      tell(try receive(source, by: sink), overtaking: isAhead)
      return try vault.receipt(.arrived, for: source, from: contact)
    } catch {
      switch error {
      case .alreadyRead: return try vault.receipt(.arrived, for: source, from: contact)
      case .alreadyReadOrGivenUp: return try vault.receipt(.passed, for: source, from: contact)
      default:
        guard let message = sink.putOff, let number = message.head.number,
          let receipt = try vault.receipt(.arrived, for: source, from: contact)
        else {
          tellOfUnreadable(error)
          return nil
        }
        let news = state.withLock { $0.keep(packet, receipt, number, message) }
        if let news { screen.show(news) }
        return nil
      }
    }
  }

  /// Tells of a packet that could not be read; of each reason once on a connection, since such packets
  /// cost the other end nothing.
  private func tellOfUnreadable(_ error: VaultError) {
    let isNew = state.withLock { state in
      if state.unreadable.contains(error) { return false }
      state.unreadable.append(error)
      return true
    }
    if isNew { screen.show(.unreadable(error)) }
  }

  /// Tells the person what became of a message that was read, over a connection or another way.
  package func tell(_ report: ReadReport, overtaking isAhead: Bool = false) {
    screen.show(.read(report))
    state.withLock { $0.heldReport = isAhead ? report : nil }
    if !isAhead { tellOfMissing(report) }
  }

  private func tellOfMissing(_ report: ReadReport) {
    let missing = state.withLock { $0.missingNews(report) }
    if !missing.isEmpty { screen.show(.missing(report.with(missing: missing))) }
  }

  /// Tells what was not told while a message was on its way that others overtook.
  private func tellOfHeld() {
    if let report = state.withLock({ $0.heldReport.take() }) { tellOfMissing(report) }
  }

  /// The messages that the person has not asked for, by the numbers that their sender gave them.
  package var putOffNumbers: [Int] { state.withLock { $0.putOff.keys.sorted() } }

  /// Reads a message that was put off; returns what became of it, or nil if there is none with this
  /// number. Blocks.
  package func take(_ number: Int, by sink: any MessageSink) throws(VaultError) -> ReadReport? {
    guard let message = state.withLock({ $0.putOff[number] }) else { return nil }
    let report: ReadReport
    do throws(VaultError) { report = try receive(message.packet.source, by: sink) } catch {
      switch error {
      case .alreadyRead, .alreadyReadOrGivenUp: state.withLock { $0.putOff[number] = nil }
      default: break
      }
      throw error
    }
    state.withLock { state in
      state.putOff[number] = nil
      state.live?.queue.put(.receipt(message.receipt.bytes))
    }
    tell(report)
    return report
  }
}

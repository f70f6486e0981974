internal import Synchronization
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

  /// Reads a packet; returns what to answer, if anything.
  private func answer(
    to packet: IncomingPacket, overtaking isAhead: Bool
  ) throws(VaultError) -> PacketReceipt? {
    guard packet.fits else {
      screen.show(.unreadable(.foreign))
      return nil
    }
    let sink = screen.sink()
    let source = packet.source
    do throws(VaultError) {
      tell(try vault.receive(source, by: sink), overtaking: isAhead)
      return try vault.receipt(.arrived, for: source, from: contact)
    } catch {
      switch error {
      case .alreadyRead: return try vault.receipt(.arrived, for: source, from: contact)
      case .alreadyReadOrGivenUp: return try vault.receipt(.passed, for: source, from: contact)
      default:
        guard let message = sink.putOff, let number = message.head.number else {
          screen.show(.unreadable(error))
          return nil
        }
        // Without room it stays in the other end's outbox, and comes again.
        if state.withLock({ $0.keep(packet, number) }) { screen.show(.putOff(number, message)) }
        return nil
      }
    }
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
    guard let packet = state.withLock({ $0.putOff[number] }) else { return nil }
    let report: ReadReport
    do throws(VaultError) { report = try vault.receive(packet.source, by: sink) } catch {
      switch error {
      case .alreadyRead, .alreadyReadOrGivenUp: state.withLock { $0.putOff[number] = nil }
      default: break
      }
      throw error
    }
    let receipt = try vault.receipt(.arrived, for: packet.source, from: contact)
    state.withLock { state in
      state.putOff[number] = nil
      if let receipt { state.live?.queue.put(.receipt(receipt.bytes)) }
    }
    tell(report)
    return report
  }
}

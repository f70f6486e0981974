// Invariant 4: a message is in the outbox until the other end confirms it, whatever becomes of the
// connection. Invariant 2: nothing but what is in the outbox leaves.
package import Codec
internal import Glibc
internal import Link
internal import Synchronization
package import System
package import Vault

/// Messages to and from one contact while a command runs, over one connection after another.
package final class Conversation: LinkSessionOwner {
  /// A message of this end that the other end has not confirmed.
  struct Waiting {
    let number: Int
    let entry: OutboxEntry
    /// Whether the person was told that it has left.
    var isSent = false
  }

  /// The most messages that are kept for the person to ask for.
  private static let mostPutOff = 16

  private static let goodbyeTime: Duration = .seconds(3)

  struct State {
    var contact: Contact
    var waiting: [Waiting] = []
    var lastNumber = 0
    /// Messages that the person has not asked for yet.
    var putOff: [Int: IncomingPacket] = [:]
    var lastPutOff = 0
    var live: LinkSession?
    var lastBegin = ContinuousClock.now
    /// The last session was lost soon after it began.
    var wasBrief = false
    /// Packets that are being read.
    var readings = 0
    /// This end said goodbye.
    var isLeaving = false
    /// Sessions that began and did not end yet: the live one, and those that it displaced.
    var begun: Set<ObjectIdentifier> = []

    /// Adds what is new, in order.
    mutating func add(_ entries: [OutboxEntry]) {
      for entry in entries where !waiting.contains(where: { $0.entry == entry }) {
        lastNumber += 1
        waiting.append(Waiting(number: lastNumber, entry: entry))
      }
    }
  }

  let vault: Vault
  let randomness: any Randomness
  let screen: any ConversationScreen
  let state: Mutex<State>

  /// Begins with what earlier commands left in the outbox.
  package init(
    _ vault: Vault, with contact: Contact, randomness: any Randomness,
    screen: any ConversationScreen
  ) throws(VaultError) {
    self.vault = vault
    self.randomness = randomness
    self.screen = screen
    var state = State(contact: contact)
    state.add(try vault.outbox(of: contact))
    self.state = Mutex(state)
  }

  package var contact: Contact { state.withLock { $0.contact } }
  /// How many messages the other end has not confirmed.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }
  /// Whether the other end is there.
  package var isLive: Bool { liveConnection != nil }
  var liveConnection: (any Connection)? { state.withLock { $0.live?.connection } }

  // MARK: Sending

  /// Encrypts a message, and sends it as soon as the other end is there. Returns its number in this
  /// conversation, by which events name it. Blocks.
  package func send(_ kind: BodyHead.Kind, _ content: any ByteSource) throws(VaultError) -> Int {
    let sent = try vault.send(kind, content, to: vault.contact(contact.name), in: .outbox)
    guard let entry = sent.entry else { preconditionFailure("it went to the outbox") }
    return state.withLock { state in
      state.contact = sent.contact
      state.add([entry])
      state.live?.queue.put([entry])
      // A connection that began just now may have found it in the outbox already.
      return state.waiting.first { $0.entry == entry }?.number ?? state.lastNumber
    }
  }

  /// Waits until the other end has confirmed everything. Blocks.
  package func waitUntilDelivered(orUntil isOver: () -> Bool) {
    var pauses = 0
    while !isOver(), waitingCount > 0 {
      usleep(100_000)
      pauses += 1
      if pauses.isMultiple(of: 10) { forgetRemoved() }
    }
  }

  /// Forgets messages that another command had confirmed or removed meanwhile.
  private func forgetRemoved() {
    let entries = state.withLock { $0.waiting.map(\.entry) }
    let removed = entries.filter { entry in
      do { return try vault.packet(entry) == nil } catch { return false }
    }
    state.withLock { state in state.waiting.removeAll { removed.contains($0.entry) } }
  }

  /// Says once that a message has left.
  func sent(_ entry: OutboxEntry) {
    let number = state.withLock { state -> Int? in
      let index = state.waiting.firstIndex { $0.entry == entry && !$0.isSent }
      guard let index else { return nil }
      state.waiting[index].isSent = true
      return state.waiting[index].number
    }
    if let number { screen.show(.sent(number)) }
  }

  func confirm(_ receipt: PacketReceipt) throws(VaultError) {
    let found = state.withLock { state in
      state.waiting.first { $0.entry.receipt == receipt || $0.entry.passed == receipt }
    }
    // One that matches nothing was given before, or is made up.
    guard let found else { return }
    // The answer can be here before the writer of the packet goes on.
    sent(found.entry)
    try vault.drop(found.entry)
    state.withLock { $0.waiting.removeAll { $0.number == found.number } }
    screen.show(
      found.entry.receipt == receipt ? .arrived(found.number) : .passed(found.number))
  }

  // MARK: Receiving

  func read(_ packet: IncomingPacket, answering queue: FrameQueue) throws(VaultError) {
    state.withLock { $0.readings += 1 }
    defer { state.withLock { $0.readings -= 1 } }
    if let receipt = try answer(to: packet) { queue.put(.receipt(receipt.bytes)) }
  }

  /// Reads a packet; returns what to answer, if anything.
  private func answer(to packet: IncomingPacket) throws(VaultError) -> PacketReceipt? {
    let sink = screen.sink()
    let source = packet.source
    do throws(VaultError) {
      screen.show(.read(try vault.receive(source, by: sink)))
      return try vault.receipt(.arrived, for: source, from: contact)
    } catch {
      switch error {
      case .alreadyRead: return try vault.receipt(.arrived, for: source, from: contact)
      case .alreadyReadOrGivenUp: return try vault.receipt(.passed, for: source, from: contact)
      default:
        guard let message = sink.putOff else {
          screen.show(.unreadable(error))
          return nil
        }
        // Without room it stays in the other end's outbox, and comes again.
        if let number = putOff(packet) { screen.show(.putOff(number, message)) }
        return nil
      }
    }
  }

  /// Keeps a packet for later; nil if it is kept already, or if there is no room.
  private func putOff(_ packet: IncomingPacket) -> Int? {
    state.withLock { state in
      guard state.putOff.count < Conversation.mostPutOff,
        !state.putOff.values.contains(where: { $0.isSame(as: packet) })
      else { return nil }
      state.lastPutOff += 1
      state.putOff[state.lastPutOff] = packet
      return state.lastPutOff
    }
  }

  /// Reads a message that was put off; returns what became of it, or nil if there is none with this
  /// number. Blocks.
  package func take(_ number: Int, by sink: any MessageSink) throws(VaultError) -> ReadReport? {
    guard let packet = state.withLock({ $0.putOff[number] }) else { return nil }
    let report = try vault.receive(packet.source, by: sink)
    let receipt = try vault.receipt(.arrived, for: packet.source, from: contact)
    state.withLock { state in
      state.putOff[number] = nil
      if let receipt { state.live?.queue.put(.receipt(receipt.bytes)) }
    }
    return report
  }

  // MARK: Connections

  /// The link keys of the pads shared now.
  func linkKeys() throws(ExchangeError) -> [LinkKey] {
    do throws(VaultError) { return try vault.linkKeys(of: contact) } catch { throw .vault(error) }
  }

  func begin(_ session: LinkSession) {
    forgetRemoved()
    // Another command may have left more.
    let more = (try? vault.outbox(of: contact)) ?? []
    let earlier = state.withLock { state in
      state.add(more)
      let earlier = state.live
      state.live = session
      state.lastBegin = .now
      state.begun.insert(ObjectIdentifier(session.queue))
      session.queue.put(state.waiting.map(\.entry))
      return earlier
    }
    earlier?.connection.close()
    screen.show(.here)
  }

  /// The session is over; if it was the live one, the other end is away. Returns whether it ever
  /// was.
  func end(_ session: LinkSession, because reason: ExchangeError) -> Bool {
    let (wasLive, news) = state.withLock { state -> (Bool, ExchangeError?) in
      let wasLive = state.begun.remove(ObjectIdentifier(session.queue)) != nil
      guard state.live?.queue === session.queue else { return (wasLive, nil) }
      state.live = nil
      let isBrief =
        reason == .link(.connectionLost) && .now - state.lastBegin < CallPause.steady
      defer { state.wasBrief = isBrief }
      if state.isLeaving { return (wasLive, nil) }
      return (wasLive, isBrief && state.wasBrief ? .lostAgain : reason)
    }
    if let news { screen.show(.away(news)) }
    return wasLive
  }

  /// Says goodbye to the other end, if it is there.
  package func leave() async {
    let live = state.withLock { state in
      state.isLeaving = true
      return state.live
    }
    guard let live else { return }
    let end = ContinuousClock.now + Conversation.goodbyeTime
    // What was shown is confirmed first.
    while state.withLock({ $0.readings > 0 }), .now < end {
      try? await Task.sleep(for: .milliseconds(10))
    }
    live.queue.put(.bye)
    while isLive, .now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }
}

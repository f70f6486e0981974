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
  private static let goodbyeTime: Duration = .seconds(3)

  let vault: Vault
  let randomness: any Randomness
  let screen: any ConversationScreen
  let state: Mutex<State>
  /// Held while a message is read.
  let reading = Mutex(())
  /// Whether another conversation with the contact is open, which delivers what is sent here.
  package let isBeside: Bool

  /// Begins with what earlier commands left in the outbox. Throws `conversationIsOpen` if there is
  /// another conversation with the contact, in any process, unless this one `mayStandBeside` it.
  package init(
    _ vault: Vault, with contact: Contact, randomness: any Randomness,
    screen: any ConversationScreen, mayStandBeside: Bool = false
  ) throws(VaultError) {
    self.vault = vault
    self.randomness = randomness
    self.screen = screen
    var lock: ConversationLock?
    do throws(VaultError) { lock = try vault.lockConversation(with: contact) } catch {
      guard case .conversationIsOpen = error, mayStandBeside else { throw error }
    }
    isBeside = lock == nil
    var state = State(contact, earlier: try vault.outbox(of: contact))
    state.lock = lock
    self.state = Mutex(state)
  }

  package var contact: Contact { state.withLock { $0.contact } }
  /// Whether the other end is there.
  package var isLive: Bool { liveConnection != nil }
  /// Whether it was since this one began to look for it.
  var hasMet: Bool { state.withLock { $0.hasMet } }
  var liveConnection: (any Connection)? { state.withLock { $0.live?.connection } }

  // MARK: Sending

  /// Encrypts a message, and sends it as soon as the other end is there. Returns its number in this
  /// conversation, by which events name it. Blocks.
  package func send(_ kind: BodyHead.Kind, _ content: any ByteSource) throws(VaultError) -> Int {
    state.withLock { $0.sends.begun += 1 }
    defer { state.withLock { $0.sends.ended += 1 } }
    let sent = try vault.send(kind, content, to: vault.current(contact), in: .outbox)
    guard let entry = sent.entry else { preconditionFailure("it went to the outbox") }
    let isFile = if case .file = kind { true } else { false }
    return state.withLock { state in
      state.contact = sent.contact
      let new = state.add([entry], isFile: isFile, isOwn: true)
      state.live?.queue.put(new.map(\.entry))
      guard let number = new.first?.number else { preconditionFailure("it was not there before") }
      return number
    }
  }

  func progressed(_ progress: TransferProgress?) { screen.show(.progress(progress)) }

  func isRemoved(_ entry: OutboxEntry) -> Bool {
    state.withLock { state in state.removed.contains { $0.entry == entry } }
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
      (state.waiting + state.removed).first {
        $0.entry.receipt == receipt || $0.entry.passed == receipt
      }
    }
    // One that matches nothing was given before, or is made up.
    guard let found else { return }
    // The receipt can arrive before the thread that wrote the packet has said so: say first that it
    // was sent.
    sent(found.entry)
    state.withLock { $0.confirmations.begun += 1 }
    defer { state.withLock { $0.confirmations.ended += 1 } }
    try vault.drop(found.entry)
    state.withLock { state in
      state.waiting.removeAll { $0.number == found.number }
      state.removed.removeAll { $0.number == found.number }
    }
    screen.show(
      found.entry.receipt == receipt ? .arrived(found.number) : .passed(found.number))
  }

  // MARK: Connections

  /// The link keys of the pads shared now.
  func linkKeys() throws(ExchangeError) -> [LinkKey] {
    do throws(VaultError) { return try vault.linkKeys(of: contact) } catch { throw .vault(error) }
  }

  func begin(_ session: LinkSession) {
    syncWithOutbox()
    let earlier = state.withLock { state in
      let earlier = state.live
      (state.live, state.hasMet) = (session, true)
      // The other end sends again what it was not told of.
      (state.unreadable, state.refused) = ([], [])
      state.begun.insert(ObjectIdentifier(session.queue))
      session.queue.put(state.waiting.map(\.entry))
      return earlier
    }
    earlier?.connection.close()
    screen.show(.step(.began(peer: session.connection.peer)))
    screen.show(.here)
  }

  /// The session is over; if it was the live one, the other end is away. Returns whether it ever
  /// was.
  func end(_ session: LinkSession, because reason: ExchangeError) -> Bool {
    let (wasLive, news) = state.withLock { state -> (Bool, ExchangeError?) in
      let wasLive = state.begun.remove(ObjectIdentifier(session.queue)) != nil
      guard state.live?.queue === session.queue else { return (wasLive, nil) }
      state.live = nil
      return (wasLive, state.isLeaving ? nil : reason)
    }
    if let news { screen.show(.away(news)) }
    return wasLive
  }

  /// Lets another conversation with the contact begin.
  package func releaseLock() { state.withLock { $0.lock = nil } }

  /// Says goodbye to the other end, which is connected again if the route goes on. Returns false if it
  /// is not there. Blocks, for three seconds at most.
  package func sayGoodbye() -> Bool {
    let end = ContinuousClock.now + Conversation.goodbyeTime
    while isReading, .now < end { usleep(10_000) }
    guard let session = dismiss() else { return false }
    while isUnderWay(session), .now < end { usleep(10_000) }
    return true
  }

  /// Says goodbye for good, if the other end is there.
  package func leave() async {
    state.withLock { state in
      state.isLeaving = true
      state.lock = nil
    }
    let end = ContinuousClock.now + Conversation.goodbyeTime
    while isReading, .now < end { try? await Task.sleep(for: .milliseconds(10)) }
    guard let session = dismiss() else { return }
    while isUnderWay(session), .now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  /// What was shown is confirmed before this end says goodbye.
  private var isReading: Bool { state.withLock { $0.readings > 0 } }

  /// Says goodbye on the live session. It no longer counts as live, so that its end is no news.
  private func dismiss() -> LinkSession? {
    let session = state.withLock { $0.live.take() }
    session?.queue.put(.bye)
    return session
  }

  private func isUnderWay(_ session: LinkSession) -> Bool {
    state.withLock { $0.begun.contains(ObjectIdentifier(session.queue)) }
  }
}

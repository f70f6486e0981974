internal import Glibc
internal import Synchronization
package import Vault

// What waits for the other end, which other commands may change at any time.
extension Conversation {
  /// How many messages the other end has not confirmed.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Bytes of the packets of these.
  package var waitingBytes: Int { state.withLock { $0.waiting.reduce(0) { $0 + $1.entry.count } } }

  /// How many messages were waiting when the conversation began. They have the first numbers.
  package var earlierCount: Int { state.withLock { $0.earlierCount } }

  /// How many of those are still waiting.
  package var earlierWaitingCount: Int {
    state.withLock { state in state.waiting.count { $0.number <= state.earlierCount } }
  }

  /// How many of the messages that were sent here are waiting; if none was, how many there are in
  /// all.
  package var ownWaitingCount: Int {
    state.withLock { state in state.waiting.count { $0.isOwn || !state.hasSent } }
  }

  /// How many waiting messages are files that have left: the other person has yet to save them.
  package var unsavedFileCount: Int {
    state.withLock { $0.waiting.count { $0.isFile && $0.isSent } }
  }

  /// Whether all of a message has left, as far as is known.
  package func hasLeft(_ entry: OutboxEntry) -> Bool {
    state.withLock { state in state.waiting.contains { $0.entry == entry && $0.isSent } }
  }

  /// The number of a message in this conversation, as far as it waits.
  package func number(of entry: OutboxEntry) -> Int? {
    state.withLock { state in state.waiting.first { $0.entry == entry }?.number }
  }

  /// Gives up the message with this number in this conversation. Returns false if it no longer waits,
  /// or has left. Blocks.
  package func drop(_ number: Int) throws(VaultError) -> Bool {
    let entry = state.withLock { state in
      state.waiting.first { $0.number == number && !$0.isSent }?.entry
    }
    return try entry.map { entry throws(VaultError) in try drop(entry) } ?? false
  }

  /// Gives up a message. Returns false if it was confirmed meanwhile. Blocks.
  package func drop(_ entry: OutboxEntry) throws(VaultError) -> Bool {
    // Another command may have sent it just now.
    syncWithOutbox()
    // What is read of the outbox meanwhile does not count.
    state.withLock { $0.confirmations.begun += 1 }
    defer { state.withLock { $0.confirmations.ended += 1 } }
    try vault.drop(entry, durably: true)
    let dropped = state.withLock { state -> Waiting? in
      guard let index = state.waiting.firstIndex(where: { $0.entry == entry }) else { return nil }
      let dropped = state.waiting.remove(at: index)
      state.removed.append(dropped)
      return dropped
    }
    guard let dropped else { return false }
    screen.show(.removed(dropped.number, hasLeft: dropped.isSent))
    return true
  }

  /// Waits until the other end has confirmed what was sent here; everything if nothing was. Blocks.
  package func waitUntilDelivered(orUntil isOver: () -> Bool) {
    var pauses = 0
    while !isOver(), ownWaitingCount > 0 {
      usleep(100_000)
      pauses += 1
      if pauses.isMultiple(of: 10) { syncWithOutbox() }
    }
  }

  /// Takes in what other commands left in the outbox, and forgets what they removed. Blocks.
  func syncWithOutbox() {
    let (contact, sends, confirmations, known) = state.withLock {
      ($0.contact, $0.sends, $0.confirmations, Set($0.waiting.map(\.entry.receipt)))
    }
    // What is being sent here gets its number from `send`.
    guard sends.begun == sends.ended, confirmations.begun == confirmations.ended,
      let receipts = try? vault.outboxReceipts(of: contact),
      receipts != known, let entries = try? vault.outbox(of: contact)
    else { return }
    let (new, removed) = state.withLock { state -> ([Waiting], [Waiting]) in
      // What was confirmed since the outbox was read is no longer there.
      guard state.sends.begun == sends.begun, state.confirmations.begun == confirmations.begun
      else {
        return ([], [])
      }
      let removed = state.waiting.filter { !entries.contains($0.entry) }
      state.waiting.removeAll { !entries.contains($0.entry) }
      state.removed += removed
      return (state.add(entries), removed)
    }
    for message in removed { screen.show(.removed(message.number, hasLeft: message.isSent)) }
    for message in new { screen.show(.found(message.number)) }
    state.withLock { $0.live?.queue.put(new.map(\.entry)) }
  }
}

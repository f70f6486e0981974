internal import Exchange
internal import Synchronization
internal import System
internal import Vault

extension Conversation {
  /// Says what earlier commands left in the outbox; nil if that is nothing.
  var earlierNote: String? {
    switch earlierWaitingCount {
    case 0: nil
    case 1: "1 earlier message is waiting to be delivered."
    case let count: "\(count) earlier messages are waiting to be delivered."
    }
  }

  /// Says that the other person has yet to save files; nil if that is not so.
  var unsavedNote: String? {
    let count = unsavedFileCount
    return switch count {
    case 0: nil
    case 1: "\(contact.name) has not saved the file yet"
    default: "\(contact.name) has not saved \(count) files yet"
    }
  }
}

/// Whether a conversation is over although the person has not left, and why.
final class ChatEnding: Sendable {
  private struct State {
    var error: ExchangeError?
    var lastKey: ContinuousClock.Instant
    var isIdle = false
  }

  /// How long messages may take to arrive once the input has ended, each after the one before.
  private let patience: Duration
  var patienceInWords: String { TimeLimit(seconds: Int(patience.components.seconds)).inWords }
  private let idleLimit: Duration?
  /// A monotonic clock, which goes on while the machine sleeps.
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// Without a key for `idleLimit`, the conversation is over.
  init(
    idleLimit: Duration?, patience: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.idleLimit = idleLimit
    self.patience = patience
    self.now = now
    state = Mutex(State(lastKey: now()))
  }

  var isOver: Bool { EndingSignals.cameIn || error != nil || isIdle }

  /// Why the other end can no longer be reached.
  var error: ExchangeError? { state.withLock { $0.error } }

  func fail(_ error: ExchangeError) { state.withLock { $0.error = error } }

  /// Whether no key came for too long. Once true, it stays true: the next key may be a stranger's.
  var isIdle: Bool {
    state.withLock { state in
      if let idleLimit, now() - state.lastKey >= idleLimit { state.isIdle = true }
      return state.isIdle
    }
  }

  /// Takes note of a key. Returns false if the conversation is over: then it must do nothing.
  func keyCame() -> Bool {
    if isOver { return false }
    state.withLock { $0.lastKey = now() }
    return true
  }

  /// Once the input has ended, waits until all it sent has arrived; if it sent nothing, all there
  /// is. What has not arrived in time is in the outbox, and an error.
  func waitForArrival(in conversation: Conversation) throws {
    var (count, last) = (conversation.ownWaitingCount, now())
    conversation.waitUntilDelivered {
      let left = conversation.ownWaitingCount
      if left != count { (count, last) = (left, now()) }
      return isOver || now() - last >= patience
    }
    let left = conversation.ownWaitingCount
    if left == 0 || isOver { return }
    let name = conversation.contact.name
    let typed = ContactName.typed(name)
    let (messages, wait) =
      left == 1 ? ("1 message has", "it waits") : ("\(left) messages have", "they wait")
    let why = conversation.unsavedNote.map { ": \($0)" } ?? ""
    throw Failure(
      "\(messages) not been delivered to \(name)\(why)",
      hint: "\(wait): run \"vernam chat \(typed)\" again, or see \"vernam outbox \(typed)\"",
      code: .temporary)
  }
}

/// How far a message of this end has come.
package enum DeliveryState: Sendable, CaseIterable {
  /// It is in the outbox.
  case waiting
  /// All of it has left.
  case sent
  /// The other end has read it.
  case arrived
  /// The other end will not confirm it any more: it has already read it, or skipped it.
  case passed
  /// Somebody has removed it from the outbox.
  case removed
}

/// How far the messages of a conversation have come, by their numbers.
package struct Deliveries: Sendable {
  private var states: [Int: DeliveryState] = [:]

  package init() {}

  /// Takes note of an event, which may come before the message is shown. Returns the number of the
  /// message that it is about; nil if it is about something else.
  @discardableResult
  package mutating func follow(_ event: ConversationEvent) -> Int? {
    let (number, state): (Int, DeliveryState)
    switch event {
    case .sent(let sent): (number, state) = (sent, .sent)
    case .arrived(let arrived): (number, state) = (arrived, .arrived)
    case .passed(let passed): (number, state) = (passed, .passed)
    case .removed(let removed, _): (number, state) = (removed, .removed)
    default: return nil
    }
    // The news that it has left may come after the news of what became of it.
    if state != .sent || states[number] == nil { states[number] = state }
    return number
  }

  package func state(of number: Int) -> DeliveryState { states[number] ?? .waiting }

  /// That of several together: the first of waiting, sent, removed and passed that any of them has,
  /// or else arrived.
  package func state(of numbers: ClosedRange<Int>) -> DeliveryState {
    let all = Set(numbers.map { state(of: $0) })
    let order: [DeliveryState] = [.waiting, .sent, .removed, .passed]
    return order.first(where: all.contains) ?? .arrived
  }
}

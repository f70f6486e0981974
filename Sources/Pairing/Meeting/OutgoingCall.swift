internal import Discovery
internal import Synchronization

/// A call to the end behind an offer. This end stays on offer meanwhile, and its listener listens.
final class OutgoingCall: Sendable {
  typealias Outcome = Result<PairingResult, PairingError>

  private final class Failure: Sendable {
    let error = Mutex<PairingError?>(nil)
  }

  let offer: Offer
  let task: Task<Outcome, Never>
  private let noted: Failure

  init(to offer: Offer, _ body: @escaping @Sendable () async -> Outcome) {
    let noted = Failure()
    self.offer = offer
    self.noted = noted
    task = Task {
      let outcome = await body()
      if case .failure(let error) = outcome { noted.error.withLock { $0 = error } }
      return outcome
    }
  }

  /// Why it came to nothing; nil if it goes on, or gave a pad.
  var failure: PairingError? { noted.error.withLock { $0 } }
}

internal import Synchronization

/// Bytes that arrived and were not read yet, and the one read that waits for more.
///
/// Bytes that arrived before the end can still be read after it: an ABORT is often the last thing
/// that a connection carries.
package final class ReceiveBuffer: Sendable {
  private typealias Outcome = Result<[UInt8], LinkError>

  private struct State {
    var bytes: [UInt8] = []
    /// How many of those were read, from the front.
    var read = 0
    var wanted = 0
    var reader: CheckedContinuation<Outcome, Never>?
    var failure: LinkError?

    var held: Int { bytes.count - read }

    /// Moves the unread bytes to the front once they are the smaller part.
    mutating func append(_ more: some Sequence<UInt8>) {
      if read > held {
        bytes.removeFirst(read)
        read = 0
      }
      bytes.append(contentsOf: more)
    }

    /// The waiting reader and its outcome, once that is decided.
    mutating func takeReader() -> (CheckedContinuation<Outcome, Never>, Outcome)? {
      guard let reader else { return nil }
      let outcome: Outcome
      if held >= wanted {
        outcome = .success([UInt8](bytes[read..<read + wanted]))
        read += wanted
        if held == 0 { (bytes, read) = ([], 0) }
      } else if let failure {
        outcome = .failure(failure)
      } else {
        return nil
      }
      self.reader = nil
      return (reader, outcome)
    }
  }

  private let state = Mutex(State())

  package init() {}

  package var failure: LinkError? { state.withLock { $0.failure } }

  /// Whether a read waits for more than has arrived.
  package var hasWaitingRead: Bool { state.withLock { $0.reader != nil } }

  /// Bytes that arrived and were not read yet.
  var heldBytes: Int { state.withLock { $0.held } }

  /// Bytes that arrive after the end are dropped.
  package func receive(_ bytes: some Sequence<UInt8> & Sendable) {
    change { state in
      if state.failure == nil { state.append(bytes) }
    }
  }

  /// Nothing more will arrive. The first reason given counts.
  package func end(_ reason: LinkError) {
    change { $0.failure = $0.failure ?? reason }
  }

  /// Waits for `count` bytes; calls `fetch` if more have to arrive first.
  package func read(
    exactly count: Int, fetch: () -> Void
  ) async throws(LinkError) -> [UInt8] {
    let outcome = await withCheckedContinuation { reader in
      change { state in
        precondition(state.reader == nil, "one reader at a time")
        state.reader = reader
        state.wanted = count
      }
      if hasWaitingRead { fetch() }
    }
    return try outcome.get()
  }

  private func change(_ body: (inout State) -> Void) {
    let ready = state.withLock { state in
      body(&state)
      return state.takeReader()
    }
    if let (reader, outcome) = ready { reader.resume(returning: outcome) }
  }
}

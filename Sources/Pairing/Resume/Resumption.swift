internal import Link

/// Resumes a transfer whose connection was lost, or gives up in the end. Both ends continue with
/// fresh keys from the first frame that the taker has not stored.
struct Resumption {
  let context: PairingContext
  let end: End
  let way: any Reconnector
  /// When this end gives up. A new connection without progress does not put it off.
  private var deadline: ContinuousClock.Instant?
  /// What the taker had when the deadline was set.
  private var furthest = -1
  /// How long a giver whose wait is over still lets the taker report progress made since it began.
  private static let lastTry: Duration = .seconds(20)

  init(context: PairingContext, end: End, way: any Reconnector) {
    self.context = context
    self.end = end
    self.way = way
  }

  /// The transfer's next channel, after `error` in the previous one. Rethrows `error` unless it is
  /// an interruption, or if the transfer has not got beyond `taken` frames within `patience`: as far
  /// as this end knows and, with `hasLastTry`, as the taker says when it comes back.
  mutating func resume(
    after error: PairingError, at position: Int, taken: Int, patience: Duration, hasLastTry: Bool
  ) async throws(PairingError) -> ResumedTransfer {
    guard error.isConnectionLoss else { throw error }
    let isFurther = taken > furthest
    var deadline = deadline(taken, patience)
    let isLastTry = hasLastTry && !isFurther && ContinuousClock.now >= deadline
    if isLastTry { deadline = ContinuousClock.now + Resumption.lastTry }
    if !way.isStopped, ContinuousClock.now >= deadline { throw error }
    let notice = showLoss(until: deadline)
    defer { notice.cancel() }
    while !way.isStopped {
      if ContinuousClock.now >= deadline { throw error }
      if let back = try await way.reconnect(at: position, until: deadline) {
        if isLastTry, back.session.position <= furthest { throw error }
        notice.cancel()
        await notice.value
        context.screen.connectionIsBack()
        let frames = FrameChannel(
          back.connection, end: end, keys: back.session.frames,
          transcript: back.session.transcript)
        return ResumedTransfer(frames: frames, position: back.session.position)
      }
    }
    throw .link(.cancelled)
  }

  private mutating func deadline(
    _ taken: Int, _ patience: Duration
  ) -> ContinuousClock.Instant {
    if let deadline, taken <= furthest { return deadline }
    furthest = taken
    let next = ContinuousClock.now + patience
    deadline = next
    return next
  }

  /// Counts down the seconds on the screen.
  private func showLoss(until deadline: ContinuousClock.Instant) -> Task<Void, Never> {
    let screen = context.screen
    let show = { @Sendable in
      let left = deadline - ContinuousClock.now + .milliseconds(500)
      screen.connectionIsLost(secondsLeft: max(0, Int(left.components.seconds)))
    }
    show()
    return Task(executorPreference: BlockingExecutor.shared) {
      while (try? await Task.sleep(for: .seconds(1))) != nil { show() }
    }
  }
}

/// A channel under fresh keys, and the other end's position in the transfer.
struct ResumedTransfer: ~Copyable {
  var frames: FrameChannel
  let position: Int
}

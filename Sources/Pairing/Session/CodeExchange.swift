internal import Link

/// The exchange of the codes and of the confirmations that follow. Returns only if the person at
/// this end typed the right code *and* the other end's confirmation verified.
struct CodeExchange: Sendable {
  let context: PairingContext
  let connection: any Connection
  let end: End

  func run(_ secrets: borrowing SessionSecrets) async throws(PairingError) {
    connection.limit(to: Pairing.codesTime)
    let received = receiveConfirmation()
    try await typeCode(secrets.codes)
    do throws(PairingError) {
      try await connection.send(KeyConfirmation.make(by: end, secrets))
    } catch .link(.connectionLost) { throw .otherEndStopped }
    context.screen.codeWasRight()
    let confirmation = try await confirmation(received)
    guard KeyConfirmation.verifies(confirmation, by: end.other, secrets)
    else { throw .wrongConfirmation }
  }

  /// Reads while the person types, which is also how this end notices that the other has left. Ends
  /// at the latest when the connection is closed.
  private func receiveConfirmation() -> Task<Result<[UInt8], PairingError>, Never> {
    let connection = connection
    return Task(executorPreference: BlockingExecutor.shared) {
      do throws(PairingError) {
        return .success(try await connection.receive(KeyConfirmation.byteCount))
      } catch { return .failure(error) }
    }
  }

  private func confirmation(
    _ received: Task<Result<[UInt8], PairingError>, Never>
  ) async throws(PairingError) -> [UInt8] {
    do throws(PairingError) {
      return try await received.value.get()
    } catch .link(.connectionLost) { throw .otherEndStopped }
  }

  /// Shows this screen's code and reads lines until one is right or wrong.
  private func typeCode(_ codes: CodePair) async throws(PairingError) {
    context.screen.showCode(codes.code(of: end).shown)
    while true {
      let line = await context.screen.readCode { [connection] in connection.failure == nil }
      guard let line else { throw reasonForSilence() }
      if ["n", "no"].contains(line.filter { !$0.isWhitespace }.lowercased()) {
        throw .wrongComputer
      }
      switch codes.judge(line, typedAt: end) {
      case .right: return
      case .wrong: throw .wrongCode
      case .own: context.screen.askAgain(.ownCode)
      case .notACode: context.screen.askAgain(.notACode)
      }
    }
  }

  private func reasonForSilence() -> PairingError {
    switch connection.failure {
    case nil: .noCode
    case .connectionLost: .otherEndStopped
    case .some(let failure): .link(failure)
    }
  }
}

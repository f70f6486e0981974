internal import Glibc
internal import Pad
internal import Primitives
internal import System
internal import TestSupport
internal import Vault

@testable internal import Exchange

/// What an end of a conversation gets from whoever calls it or answers it, fed with arbitrary
/// bytes: it may refuse them, but must keep its promises about those that it accepts.
package enum ExchangeFuzzTarget: String, CaseIterable, Sendable {
  /// A call; with the right code if the first byte is 0.
  case call
  /// An answer, likewise.
  case answer
  /// The frames of somebody who shares the pad and obeys no rules.
  case link

  /// Longer inputs are cut.
  package static let maximumBytes = 4096

  /// The outcome of a run; of no interest to libFuzzer.
  package enum Outcome: Sendable { case taken, refused }

  /// Ends the process if a promise is broken.
  @discardableResult
  package func run(_ input: [UInt8]) async -> Outcome {
    let input = Array(input.prefix(ExchangeFuzzTarget.maximumBytes))
    let isTaken =
      switch self {
      case .call: await ExchangeFuzzTarget.call(input)
      case .answer: await ExchangeFuzzTarget.answer(input)
      case .link: await HostileLink(input).run()
      }
    return isTaken ? .taken : .refused
  }

  /// For libFuzzer, which knows nothing of tasks.
  package func runAndWait(_ input: [UInt8]) {
    nonisolated(unsafe) let done = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(done, 0, 0)
    Task.detached {
      await run(input)
      sem_post(done)
    }
    while sem_wait(done) != 0 {}
    sem_destroy(done)
    done.deallocate()
  }

  private static func call(_ input: [UInt8]) async -> Bool {
    let ends = LinkEnds.shared
    let (message, isRight) = message(input, "call", ends.bob, before: [])
    let connection = ReplayedConnection(message)
    let handshake = LinkHandshake(connection: connection, randomness: FixedNonce())
    let keys = try? await handshake.answer([ends.alice])
    precondition((keys != nil) == isRight, "who has no key is a stranger")
    let isWhole = message.count >= LinkHandshake.messageBytes
    precondition(
      connection.outgoing.count == (isWhole ? LinkHandshake.messageBytes : 0), "as for anybody")
    return isRight
  }

  private static func answer(_ input: [UInt8]) async -> Bool {
    let ends = LinkEnds.shared
    let (message, isRight) = message(input, "here", ends.bob, before: FixedNonce.bytes)
    let connection = ReplayedConnection(message)
    let handshake = LinkHandshake(connection: connection, randomness: FixedNonce())
    let keys = try? await handshake.call(ends.alice)
    precondition((keys != nil) == isRight, "who has no key is a stranger")
    precondition(connection.outgoing.count == LinkHandshake.messageBytes, "a call, and no more")
    return isRight
  }

  /// What the other end says, and whether its code is right: nonce ‖ HMAC-SHA256(link key,
  /// "vernam/1 " ‖ purpose ‖ side 1 ‖ nonces)[0 ..< 16].
  private static func message(
    _ input: [UInt8], _ purpose: String, _ key: LinkKey, before nonces: [UInt8]
  ) -> (bytes: [UInt8], isRight: Bool) {
    let given = Array(input.dropFirst())
    guard given.count >= 32 else { return (given, false) }
    var code = key.withBytes { HMACSHA256(key: $0) }
    let text =
      Array("vernam/1 \(purpose)".utf8) + [key.role.rawValue] + nonces + given.prefix(32)
    code.update(text.span)
    let right = Array(code.finish().prefix(16))
    if input[0] == 0 { return (given.prefix(32) + right + given.dropFirst(32), true) }
    return (given, Array(given.dropFirst(32).prefix(16)) == right)
  }
}

/// Always the same bytes.
struct FixedNonce: Randomness {
  static let bytes = [UInt8](repeating: 7, count: 32)

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    bytes.copy([UInt8](repeating: 7, count: bytes.count).span, at: 0)
  }
}

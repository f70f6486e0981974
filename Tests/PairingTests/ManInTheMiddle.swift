import System
import TestSupport

@testable import Pairing

/// Somebody between two honest ends: a joiner towards the listener, a listener towards the joiner.
/// Each attack runs both handshakes, and returns which person would accept the code on the other
/// screen.
enum ManInTheMiddle {
  /// Where it got through: that end would give it the pad.
  struct Success {
    var atListener = false
    var atJoiner = false
  }

  /// What it knows before it should.
  enum Knowledge: Sendable {
    case nothing
    /// The listener's nonce, as if M1 carried it: the effect of committing to the key alone.
    case nonce
  }

  private static let request = PadRequest(role: .either)

  /// Plays by the rules on both sides.
  static func relay() throws -> Success {
    let towardsListener = try honestSession()
    let towardsJoiner = try honestSession()
    return success(listener: towardsListener, joiner: towardsJoiner)
  }

  /// Completes the joiner's side first, and then looks for an M2 that gives the listener the code
  /// on the joiner's screen.
  static func grindTowardsListener(_ knowledge: Knowledge, tries: Int) throws -> Success {
    let seed = UInt64.random(in: 0...UInt64.max)
    let towardsJoiner = try honestSession()
    let listener = try ListenerHandshake(request: request, randomness: Seeded(seed: seed))
    let attacker = try GrindingJoiner(messageOne: listener.messageOne)
    // The listener draws the seed of its key and then its nonce, 32 bytes each.
    let drawn = Seeded(seed: seed).bytes(64)
    let nonce = knowledge == .nonce ? Array(drawn.suffix(32)) : KernelRandomness().bytes(32)
    let messageTwo = try attacker.messageTwo(nonce: nonce, tries: tries) {
      $0.joiner == towardsJoiner.joiner
    }
    let codes = try listener.answer(messageTwo).secrets.codes
    return success(listener: codes, joiner: towardsJoiner)
  }

  /// Completes the listener's side first, and then looks for a nonce that puts the code that the
  /// listener's person has to type on the joiner's screen.
  static func grindTowardsJoiner(tries: Int) throws -> Success {
    let towardsListener = try honestSession()
    let attacker = try GrindingListener(request: request)
    let joiner = try JoinerHandshake(
      request: request, messageOne: attacker.messageOne, randomness: KernelRandomness())
    let nonce = try attacker.nonce(answering: joiner.messageTwo, tries: tries) {
      $0.joiner == towardsListener.joiner
    }
    do throws(PairingError) {
      let codes = try joiner.finish(nonce).codes
      return success(listener: towardsListener, joiner: codes)
    } catch .brokenCommitment {
      return Success()
    }
  }

  /// The codes of a session between one end and the attacker, both keeping to the protocol.
  private static func honestSession() throws -> CodePair {
    let randomness = KernelRandomness()
    let listener = try ListenerHandshake(request: request, randomness: randomness)
    let joiner = try JoinerHandshake(
      request: request, messageOne: listener.messageOne, randomness: randomness)
    let opening = try listener.answer(joiner.messageTwo)
    let codes = try joiner.finish(opening.messageThree).codes
    let theirs = opening.secrets.codes
    precondition(codes == theirs)
    return codes
  }

  /// Each person types what is on the other screen.
  private static func success(listener: CodePair, joiner: CodePair) -> Success {
    Success(
      atListener: listener.judge(joiner.joiner.shown, typedAt: .listener) == .right,
      atJoiner: joiner.judge(listener.listener.shown, typedAt: .joiner) == .right)
  }
}

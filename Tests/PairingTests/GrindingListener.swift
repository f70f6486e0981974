import Pad
import System

@testable import Pairing

/// A listener that chooses its nonce only after it has seen M2.
struct GrindingListener: ~Copyable {
  let messageOne: [UInt8]
  private let keyPair: KeyExchange.KeyPair

  init(request: PadRequest) throws {
    keyPair = try KeyExchange.KeyPair(KernelRandomness())
    let randomness = KernelRandomness()
    messageOne =
      MessageOne(
        request: request, session: randomness.bytes(16), publicKey: keyPair.publicKey,
        nonce: randomness.bytes(32)
      ).bytes
  }

  /// The first nonce whose codes suit it, or the last one tried.
  consuming func nonce(
    answering messageTwo: [UInt8], tries: Int, suits: (CodePair) -> Bool
  ) throws -> [UInt8] {
    let exporter = try keyPair.open(
      MessageTwo(messageTwo).encapsulatedKey, info: HandshakeTranscript.info(messageOne))
    var nonce: [UInt8] = []
    for _ in 0..<tries {
      nonce = KernelRandomness().bytes(32)
      let transcript = HandshakeTranscript.digest(messageOne, messageTwo, nonce)
      if suits(try exporter.codes(transcript)) { break }
    }
    return nonce
  }
}

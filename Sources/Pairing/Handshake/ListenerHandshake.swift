internal import Primitives
internal import System

/// The listener's half of the handshake, without input or output: M1 out, M2 in, M3 out.
struct ListenerHandshake: ~Copyable {
  /// To be sent first.
  let messageOne: [UInt8]
  private let request: PadRequest
  private let session: [UInt8]
  private let nonce: [UInt8]
  private let keyPair: KeyExchange.KeyPair

  init(request: PadRequest, randomness: some Randomness) throws(PairingError) {
    keyPair = try KeyExchange.KeyPair(randomness)
    self.request = request
    nonce = randomness.bytes(32)
    session = randomness.bytes(16)
    messageOne =
      MessageOne(
        request: request, session: session, publicKey: keyPair.publicKey, nonce: nonce
      ).bytes
  }

  /// Takes in M2, whose settled request must follow from both roles.
  consuming func answer(_ messageTwo: [UInt8]) throws(PairingError) -> Opening {
    let two = try MessageTwo(messageTwo)
    let agreement = try Agreement(listener: request, joiner: two.settled)
    guard agreement.settled(listener: request, joiner: two.settled) == two.settled
    else { throw .malformedHandshake }
    let info = HandshakeTranscript.info(messageOne)
    let transcript = HandshakeTranscript.digest(messageOne, messageTwo, nonce)
    let exporter = try keyPair.open(two.encapsulatedKey, info: info)
    let secrets = try SessionSecrets(exporter, transcript: transcript, session: session)
    return Opening(messageThree: nonce, agreement: agreement, secrets: secrets)
  }

  /// The derived session. Sending `messageThree` (r_I, 32 bytes) makes this an attempt.
  struct Opening: ~Copyable {
    let messageThree: [UInt8]
    let agreement: Agreement
    let secrets: SessionSecrets
  }
}

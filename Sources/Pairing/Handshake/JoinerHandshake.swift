internal import System

/// The joiner's half of the handshake, without input or output: M1 in, M2 out, M3 in.
struct JoinerHandshake: ~Copyable {
  static let messageThreeBytes = 32

  /// To be sent, which makes this an attempt, since a hostile listener knows the joiner's code from
  /// then on.
  let messageTwo: [UInt8]
  let agreement: Agreement
  private let messageOne: [UInt8]
  private let offer: MessageOne
  private let exporter: KeyExchange.Exporter

  /// Takes in M1.
  init(request: PadRequest, messageOne: [UInt8], randomness: some Randomness) throws(PairingError) {
    let offer = try MessageOne(messageOne)
    let agreement = try Agreement(listener: offer.request, joiner: request)
    let encapsulation = try KeyExchange.Encapsulation(
      to: offer.publicKey, info: HandshakeTranscript.info(messageOne))
    self.messageOne = messageOne
    self.offer = offer
    self.agreement = agreement
    exporter = encapsulation.exporter
    messageTwo =
      MessageTwo(
        settled: agreement.settled(listener: offer.request, joiner: request),
        encapsulatedKey: encapsulation.key, nonce: randomness.bytes(MessageTwo.nonceBytes)
      ).bytes
  }

  /// Takes in M3: r_I must be the one that M1 committed to.
  consuming func finish(_ messageThree: [UInt8]) throws(PairingError) -> SessionSecrets {
    guard isOpened(by: messageThree) else { throw .brokenCommitment }
    let transcript = HandshakeTranscript.digest(messageOne, messageTwo, messageThree)
    return try SessionSecrets(exporter, transcript: transcript, session: offer.session)
  }

  private func isOpened(by messageThree: [UInt8]) -> Bool {
    #if DEBUG
      if Weakening.current.forgetsCommitment { return true }
    #endif
    return offer.isOpened(by: messageThree)
  }
}

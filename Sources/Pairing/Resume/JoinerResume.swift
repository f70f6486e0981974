internal import System

/// The joiner's half of resuming, without input or output: R1 out, R2 in.
struct JoinerResume: ~Copyable {
  let request: ResumeRequest
  private let keyPair: KeyExchange.KeyPair
  private let keys: ResumeKeys

  /// `number` is greater than in every earlier request.
  init(
    number: UInt64, position: Int, keys: ResumeKeys, randomness: some Randomness
  ) throws(PairingError) {
    let pair = try KeyExchange.KeyPair(randomness)
    self.keys = keys
    request = ResumeRequest(
      number: number, position: position, publicKey: pair.publicKey, keys: keys)
    keyPair = pair
  }

  /// Takes in R2; throws `.badFrame` if this session's listener did not make it for this request.
  consuming func finish(_ bytes: [UInt8]) throws(PairingError) -> ResumedSession {
    guard let answer = ResumeAnswer(bytes, to: request, keys: keys) else { throw .badFrame }
    let exporter = try keyPair.open(
      answer.encapsulatedKey, info: ResumedSession.info(request))
    return try ResumedSession(
      exporter, request, answer, position: answer.position, keys: keys)
  }
}

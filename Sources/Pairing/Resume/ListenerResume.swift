/// The listener's half of resuming, without input or output: a genuine R1 in, R2 out.
struct ListenerResume: ~Copyable {
  /// R2, to be sent.
  let answer: [UInt8]
  let session: ResumedSession

  init(_ request: ResumeRequest, position: Int, keys: ResumeKeys) throws(PairingError) {
    let encapsulation = try KeyExchange.Encapsulation(
      to: request.publicKey, info: ResumedSession.info(request))
    let answer = ResumeAnswer(
      position: position, encapsulatedKey: encapsulation.key, to: request, keys: keys)
    let session = try ResumedSession(
      encapsulation.exporter, request, answer, position: request.position, keys: keys)
    self.answer = answer.bytes
    self.session = session
  }
}

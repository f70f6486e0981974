import Pad
internal import System

@testable internal import Pairing

/// The message of a caller to a listener in mid-session (R1), and the answer to a joiner that calls
/// again (R2). The input is a byte, which is 0 if both are to have the codes that only the two ends
/// can make, then the fields between head and code of R1, then the fields before the code of R2.
struct ResumeMessages {
  private static let keys = makeKeys()
  private static let fieldsOfRequest = 8 + 8 + MessageOne.publicKeyBytes
  private static let codeBytes = 32

  private let isGenuine: Bool
  private let request: [UInt8]
  private let answer: [UInt8]

  init(_ input: [UInt8]) {
    isGenuine = input.first == 0
    let rest = [UInt8](input.dropFirst())
    request = PairingFuzzTarget.padded(rest, ResumeMessages.fieldsOfRequest)
    answer = PairingFuzzTarget.padded(
      [UInt8](rest.dropFirst(ResumeMessages.fieldsOfRequest)),
      ResumeAnswer.byteCount - ResumeMessages.codeBytes)
  }

  /// Whether both were accepted.
  func run() -> Bool {
    let keys = ResumeMessages.keys
    var one = ResumeRequest.magic
    one += ResumeRequest.version.bigEndianBytes
    one += keys.session + request
    one += code(of: .joiner, over: one)
    guard let taken = ResumeRequest(one, keys: keys) else { return false }
    precondition(isGenuine, "without the key nobody is let in")
    precondition(taken.bytes == one && taken.position >= 0, "one form only")
    do throws(PairingError) {
      let listening = try ListenerResume(taken, position: 1, keys: keys)
      let count = listening.answer.count
      precondition(count == ResumeAnswer.byteCount)
      let joining = try JoinerResume(
        number: 1, position: 0, keys: keys, randomness: KernelRandomness())
      let two = answer + code(of: .listener, over: joining.request.bytes + answer)
      let session = try joining.finish(two)
      let position = session.position
      precondition(position >= 0)
      return true
    } catch { return false }
  }

  private func code(of end: End, over message: [UInt8]) -> [UInt8] {
    isGenuine
      ? ResumeMessages.keys.code(of: end, over: message)
      : [UInt8](repeating: 0, count: ResumeMessages.codeBytes)
  }

  private static func makeKeys() -> ResumeKeys {
    do {
      let pair = try KeyExchange.KeyPair(KernelRandomness())
      let exporter = try KeyExchange.Encapsulation(to: pair.publicKey, info: []).exporter
      return try ResumeKeys(
        exporter, transcript: [UInt8](repeating: 3, count: 32),
        session: [UInt8](repeating: 1, count: 16))
    } catch { preconditionFailure("\(error)") }
  }
}

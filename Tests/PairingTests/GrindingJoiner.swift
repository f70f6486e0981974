import Pad
import System

@testable import Pairing

/// A joiner that looks for an M2 that gives the codes it wants, if it knows the listener's nonce.
struct GrindingJoiner {
  private let messageOne: [UInt8]
  private let encapsulation: KeyExchange.Encapsulation

  init(messageOne: [UInt8]) throws {
    self.messageOne = messageOne
    encapsulation = try KeyExchange.Encapsulation(
      to: MessageOne(messageOne).publicKey, info: HandshakeTranscript.info(messageOne))
  }

  /// The first that suits it if `nonce` is the listener's, or the last one tried.
  func messageTwo(nonce: [UInt8], tries: Int, suits: (CodePair) -> Bool) throws -> [UInt8] {
    var two: [UInt8] = []
    for _ in 0..<tries {
      two =
        MessageTwo(
          settled: PadRequest(role: .either), encapsulatedKey: encapsulation.key,
          nonce: KernelRandomness().bytes(MessageTwo.nonceBytes)
        ).bytes
      let transcript = HandshakeTranscript.digest(messageOne, two, nonce)
      if suits(try encapsulation.exporter.codes(transcript)) { break }
    }
    return two
  }
}

extension KeyExchange.Exporter {
  /// The codes alone, of all that `SessionSecrets` exports.
  func codes(_ transcript: [UInt8]) throws -> CodePair {
    try export([UInt8]("vernam/1 code".utf8) + transcript, count: 32).withBytes { CodePair($0) }
  }
}

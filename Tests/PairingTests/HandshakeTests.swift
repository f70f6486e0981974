import Discovery
import Pad
import System
import TestSupport
import Testing

@testable import Pairing

@Suite("The handshake", .ownThreads)
struct HandshakeTests {
  @Test(
    "The higher role gives, or the listener if they are equal",
    arguments: [
      (PadRequest.Role.either, PadRequest.Role.either, End.listener), (.either, .shape, .joiner),
      (.either, .material, .joiner), (.shape, .either, .listener), (.shape, .shape, .listener),
      (.shape, .material, .joiner), (.material, .either, .listener), (.material, .shape, .listener),
    ])
  func giver(listener: PadRequest.Role, joiner: PadRequest.Role, giver: End) throws {
    let agreement = try Agreement(
      listener: PadRequest(role: listener, size: 1 << 20, split: 40),
      joiner: PadRequest(role: joiner, size: 2 << 20, split: 60))
    #expect(agreement.giver == giver)
    #expect(agreement.shape.size == (giver == .listener ? 1 << 20 : 2 << 20))
    #expect(agreement.split == (giver == .listener ? 40 : 60))
  }

  @Test("Two ends that both bring material are refused")
  func bothMaterial() {
    expect(.bothHaveMaterial) {
      _ = try Agreement(listener: PadRequest(role: .material), joiner: PadRequest(role: .material))
    }
  }

  @Test(
    "A size or split that makes no pad is refused",
    arguments: [
      (0, 50), (511, 50), (1 << 63, 50), (UInt64.max, 50), (1 << 20, 0), (1 << 20, 100),
      (1 << 20, 255),
    ] as [(UInt64, UInt8)])
  func impossible(size: UInt64, split: UInt8) {
    let giver = PadRequest(role: .shape, size: size, split: split)
    expect(.malformedHandshake) {
      _ = try Agreement(listener: giver, joiner: PadRequest(role: .either))
    }
    let two = MessageTwo(
      settled: giver, encapsulatedKey: [UInt8](repeating: 0, count: 1120),
      nonce: [UInt8](repeating: 0, count: 32))
    expect(.malformedHandshake) {
      let listener = try ListenerHandshake(
        request: PadRequest(role: .either), randomness: KernelRandomness())
      _ = try listener.answer(two.bytes)
    }
  }

  @Test("Both ends derive the same codes, keys and pad id, which no other session has")
  func agreement() throws {
    let both = try HandshakeTests.secrets()
    let (codes, padID) = (both.opening.secrets.codes, both.opening.secrets.padID)
    let (theirCodes, theirID) = (both.joiner.codes, both.joiner.padID)
    #expect(codes == theirCodes && padID == theirID)
    #expect(codes.listener != codes.joiner)
    for end in [End.listener, .joiner] {
      let confirmation = KeyConfirmation.make(by: end, both.opening.secrets)
      let verifies = KeyConfirmation.verifies(confirmation, by: end, both.joiner)
      let reflects = KeyConfirmation.verifies(confirmation, by: end.other, both.joiner)
      #expect(verifies && !reflects, "a confirmation sent back to its sender is refused")
    }
    let other = try HandshakeTests.secrets()
    let (otherCodes, otherID) = (other.joiner.codes, other.joiner.padID)
    #expect(otherID != padID && otherCodes != codes)
  }

  @Test("The messages have the sizes of the format and survive a round trip")
  func sizes() throws {
    #expect(MessageOne.byteCount == 1284 && MessageTwo.byteCount == 1162)
    let one = try ListenerHandshake(
      request: PadRequest(role: .shape, size: 1 << 20, split: 7), randomness: KernelRandomness()
    ).messageOne
    #expect(one.count == 1284)
    let message = try MessageOne(one)
    #expect(message.bytes == one)
    #expect(message.request == PadRequest(role: .shape, size: 1 << 20, split: 7))
    expect(.malformedHandshake) {
      var bytes = one
      bytes[10] = 3
      _ = try MessageOne(bytes)
    }
  }

  @Test("M0 carries a name of up to 63 bytes, and nothing after it")
  func joinRequest() throws {
    for name in [nil, "amber-otter-417", String(repeating: "x", count: 63)] {
      let request = JoinRequest(from: name.map(Offer.init(name:)))
      #expect(request.bytes.count == 74 && request.bytes.starts(with: MessageOne.magic + [0, 1]))
      #expect(try JoinRequest(name: Array(request.bytes.dropFirst(10))) == request)
    }
    for name in [
      [UInt8](repeating: 120, count: 64), [120, 0, 120] + [UInt8](repeating: 0, count: 61),
    ] {
      expect(.malformedHandshake) { _ = try JoinRequest(name: name) }
    }
  }

  private struct Secrets: ~Copyable {
    let opening: ListenerHandshake.Opening
    let joiner: SessionSecrets
  }

  private static func secrets() throws -> Secrets {
    let randomness = KernelRandomness()
    let listener = try ListenerHandshake(request: PadRequest(role: .either), randomness: randomness)
    let joiner = try JoinerHandshake(
      request: PadRequest(role: .either), messageOne: listener.messageOne, randomness: randomness)
    let opening = try listener.answer(joiner.messageTwo)
    let theirs = try joiner.finish(opening.messageThree)
    return Secrets(opening: opening, joiner: theirs)
  }
}

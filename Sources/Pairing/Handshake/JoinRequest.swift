internal import Discovery
internal import Pad

/// M0, joiner to listener, 74 bytes:
///
///     magic       8  "vernam/p"
///     version     2  1
///     name       64  the joiner's own offer, then zeros; all zeros if it is not on offer
///
/// It lets the listener's person see who calls before anything counts. Nobody vouches for the name:
/// the codes decide.
struct JoinRequest: Equatable, Sendable {
  static let nameBytes = 64
  static let byteCount = MessageOne.headBytes + nameBytes
  /// What a listener answers first if it has to ask its person: 10 bytes, like the head of M1. M1
  /// follows if the person chooses the joiner.
  static let wait = [UInt8]("vernam/w".utf8) + MessageOne.version.bigEndianBytes

  let offer: Offer?

  init(from offer: Offer?) { self.offer = offer }

  /// Parses the name that follows the head.
  init(name: [UInt8]) throws(PairingError) {
    let bytes = name.prefix { $0 != 0 }
    guard name.dropFirst(bytes.count).allSatisfy({ $0 == 0 }), bytes.count < name.count
    else { throw .malformedHandshake }
    offer = bytes.isEmpty ? nil : Offer(name: String(decoding: bytes, as: UTF8.self))
  }

  var bytes: [UInt8] {
    let name = offer?.bytes ?? []
    let padding = [UInt8](repeating: 0, count: JoinRequest.nameBytes - name.count)
    return MessageOne.magic + MessageOne.version.bigEndianBytes + name + padding
  }
}

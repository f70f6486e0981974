internal import Discovery
internal import Pad
internal import Primitives
internal import System
internal import Vault

/// A name under which an end is offered on the local network, fresh each time: only the other end
/// of the pad can tell whose it is (vernam-exchange(7), "FINDING EACH OTHER"). It is
///
///     base 32 of nonce 8 ‖ HMAC-SHA256(link key, "vernam/1 offer" ‖ side 1 ‖ nonce)[0 ..< 12]
///
/// with the letters of RFC 4648, section 6, in lower case, and side 0 for the end that gave the pad,
/// 1 for the other.
enum LinkOffer {
  private static let nonceBytes = 8
  private static let codeBytes = 12
  private static let letters = (nonceBytes + codeBytes) * 8 / 5
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  static func make(_ key: LinkKey, randomness: any Randomness) -> Offer {
    let nonce = randomness.bytes(nonceBytes)
    return offer(nonce, key, key.role)
  }

  /// The key of the pad whose other end made the offer; nil if it is somebody else's.
  static func key(of offer: Offer, among keys: [LinkKey]) -> LinkKey? {
    let made = asMade(offer)
    guard let nonce = nonce(of: made) else { return nil }
    return keys.first { self.offer(nonce, $0, $0.role.other) == made }
  }

  /// The name as its owner made it. If somebody else claims that, Avahi offers it with a number
  /// behind it, such as " #2". One digit is enough: each number is one more that a stranger can
  /// announce, and that is called.
  static func asMade(_ offer: Offer) -> Offer {
    let end = offer.bytes.dropFirst(letters)
    let isRenamed =
      end.count == 3 && end.starts(with: " #".utf8) && (0x32...0x39).contains(end.last ?? 0)
    return isRenamed
      ? Offer(name: String(decoding: offer.bytes.prefix(letters), as: UTF8.self)) : offer
  }

  private static func offer(_ nonce: [UInt8], _ key: LinkKey, _ side: PadRole) -> Offer {
    var code = key.withBytes { HMACSHA256(key: $0) }
    let text = Array("vernam/1 offer".utf8) + [side.rawValue] + nonce
    code.update(text.span)
    return Offer(name: encode(nonce + code.finish().prefix(codeBytes)))
  }

  /// Base 32 of 20 bytes: 32 letters.
  private static func encode(_ bytes: [UInt8]) -> String {
    var (bits, count) = (0, 0)
    var letters: [UInt8] = []
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= 5 {
        count -= 5
        letters.append(digits[bits >> count & 31])
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The first 8 bytes of a name of 32 letters.
  private static func nonce(of offer: Offer) -> [UInt8]? {
    guard offer.bytes.count == letters else { return nil }
    var (bits, count) = (0, 0)
    var bytes: [UInt8] = []
    for letter in offer.bytes {
      guard let value = digits.firstIndex(of: letter) else { return nil }
      bits = (bits << 5 | value) & 0xFFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return Array(bytes.prefix(nonceBytes))
  }
}

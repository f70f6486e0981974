package import Codec
internal import Primitives

/// Packets sealed and opened in one step, as vernam-message(5) describes it ("The packet"); the
/// names are from that page. Tests compare the program, which works piece by piece, with this.
package enum ReferencePacket {
  /// - Parameters:
  ///   - body: The padded body.
  ///   - slice: At least 64 bytes more than the body.
  package static func seal(
    _ body: [UInt8], slice: [UInt8], at position: PacketPosition, headerKey: [UInt8]
  ) -> [UInt8] {
    let ciphertext = xor(body, Array(slice[64..<64 + body.count]))
    let tag = tag(of: ciphertext, slice, at: position)
    let place = be32(position.chunk)
    let check = Array(hmac(headerKey, ascii("vernam/1 check") + tag + place)[0..<4])
    return aes256CTR(headerKey, Array(tag[0..<16]), place) + check + ciphertext + tag
  }

  /// The padded body; nil if the packet is not authentic. The header is not checked.
  package static func open(
    _ packet: [UInt8], slice: [UInt8], at position: PacketPosition
  ) -> [UInt8]? {
    let ciphertext = Array(packet[8..<packet.count - 48])
    guard Array(packet.suffix(48)) == tag(of: ciphertext, slice, at: position) else { return nil }
    return xor(ciphertext, Array(slice[64..<64 + ciphertext.count]))
  }

  private static func tag(
    of ciphertext: [UInt8], _ slice: [UInt8], at position: PacketPosition
  ) -> [UInt8] {
    let place = be32(position.chunk)
    let text =
      ascii("vernam/1 message") + position.padID + [UInt8(position.lane)] + place + ciphertext
    return hmac(Array(slice[0..<32]), text) + poly1305(Array(slice[32..<64]), text)
  }

  private static func hmac(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
    var code = HMACSHA256(key: key.span)
    code.update(text.span)
    return code.finish()
  }

  private static func aes256CTR(_ key: [UInt8], _ counter: [UInt8], _ text: [UInt8]) -> [UInt8] {
    var text = text
    var span = text.mutableSpan
    var cipher = AES256CTR()
    cipher.combine(key: key.span, counter: counter.span, with: &span)
    return text
  }

  private static func poly1305(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
    var code = Poly1305(oneTimeKey: key.span)
    code.update(text.span)
    return code.finish()
  }

  private static func xor(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    zip(left, right).map { $0 ^ $1 }
  }

  private static func be32(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
}

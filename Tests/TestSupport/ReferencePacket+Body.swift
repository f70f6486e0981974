package import Codec
internal import Pad

extension ReferencePacket {
  /// Seals a body with this head and content.
  package static func seal(
    _ head: BodyHead, _ content: [UInt8], slice: [UInt8], at position: PacketPosition,
    headerKey: [UInt8]
  ) -> [UInt8] {
    let body = ReferenceBody(head, content: content.span).encoded().withBytes { $0.publicCopy }
    return seal(body, slice: slice, at: position, headerKey: headerKey)
  }

  /// The body of a packet; nil if the packet is not authentic or the body is malformed.
  package static func body(
    of packet: [UInt8], slice: [UInt8], at position: PacketPosition
  ) -> ReferenceBody? {
    guard let text = open(packet, slice: slice, at: position) else { return nil }
    return ReferenceBody(SecretBytes(copying: text.span))
  }
}

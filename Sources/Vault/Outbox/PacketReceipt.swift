internal import Pad
internal import Primitives

/// What the other end answers to a packet: 16 bytes that only an end with the header key of the
/// packet's lane can make, and that look random to anybody else (vernam-exchange(7), "Receipts").
/// It costs no pad.
package struct PacketReceipt: RandomID {
  package enum Meaning: String, Sendable {
    /// The message was delivered and is used up.
    case arrived = "vernam/1 receipt"
    /// Its chunks were read long ago or skipped: it will never be read.
    case passed = "vernam/1 passed"
  }

  package let number: UInt128

  package init(number: UInt128) { self.number = number }

  /// - Parameters:
  ///   - tag: the packet's, 48 bytes.
  ///   - headerKey: of the packet's lane, 32 bytes.
  package init(_ meaning: Meaning, tag: [UInt8], headerKey: Span<UInt8>) {
    var code = HMACSHA256(key: headerKey)
    let text = Array(meaning.rawValue.utf8) + tag
    code.update(text.span)
    self.init(Array(code.finish().prefix(PacketReceipt.byteCount)))
  }
}

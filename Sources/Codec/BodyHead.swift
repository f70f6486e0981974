package import Pad

/// The head that precedes every message's content (vernam-message(5), "THE BODY").
package struct BodyHead: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Empty; confirms a pad.
    case hello
    /// A text; its content is UTF-8.
    case text
    case file(FileName)
    /// Made by a newer version; everything after the head counts as content.
    case unknown(UInt8)

    package var number: UInt8 {
      switch self {
      case .hello: 0
      case .text: 1
      case .file: 2
      case .unknown(let number): number
      }
    }

    /// Bytes of the fields between the head and the content.
    var fieldBytes: Int {
      if case .file(let name) = self { 2 + name.bytes.count } else { 0 }
    }
  }

  /// Bytes: type, peer-seen, previous-end, sent-before.
  package static let byteCount = 1 + 4 + 4 + 4
  /// The type of an extended body: fields, then a body of another type.
  package static let extended: UInt8 = 3
  /// The most bytes before the content, all fields included.
  package static let maximumBytes =
    byteCount + 2 + Int(UInt16.max) + 1 + 2 + FileName.maximumBytes

  package let kind: Kind
  /// One past the highest chunk of the reader's lane that the sender has consumed.
  package let peerSeen: Int
  /// One past the last chunk of the sender's previous packet that may have been released, not
  /// counting hellos.
  package let previousEnd: Int
  /// Packets of the lane that may have been released before this one, not counting hellos.
  package let sentBefore: Int
  /// Bytes that an extended body has between head and inner fields; 0 in any other.
  package let skippedBytes: Int

  package init(kind: Kind, peerSeen: Int, previousEnd: Int, sentBefore: Int) {
    self.kind = kind
    self.peerSeen = peerSeen
    self.previousEnd = previousEnd
    self.sentBefore = sentBefore
    skippedBytes = 0
  }

  /// Reads head and fields from the beginning of an authenticated body whose content ends at `end`.
  /// `bytes` are its first `maximumBytes`, or all of it. Nil if they do not fit. An extended body
  /// has the kind of what is inside; if this program cannot tell, it is of an unknown one.
  package init?(_ bytes: Span<UInt8>, end: Int) {
    guard end >= BodyHead.byteCount else { return nil }
    var offset = 0
    var number = bytes.load(UInt8.self, at: &offset)
    peerSeen = Int(bytes.load(UInt32.self, at: &offset))
    previousEnd = Int(bytes.load(UInt32.self, at: &offset))
    sentBefore = Int(bytes.load(UInt32.self, at: &offset))
    var skipped = 0
    if number == BodyHead.extended {
      guard let fields = BodyFields(bytes, at: offset, contentEnd: end) else { return nil }
      let inner = bytes[fields.end]
      if fields.areSkippable {
        guard inner != 0, inner != BodyHead.extended else { return nil }
        if inner < BodyHead.extended {
          skipped = fields.end + 1 - offset
          (number, offset) = (inner, fields.end + 1)
        }
      }
    }
    skippedBytes = skipped
    switch number {
    case 0: kind = .hello
    case 1: kind = .text
    case 2:
      guard end >= offset + 2 else { return nil }
      let length = Int(bytes.load(UInt16.self, at: &offset))
      guard end >= offset + length else { return nil }
      kind = .file(FileName(bytes.extracting(offset..<offset + length).publicCopy))
    default: kind = .unknown(number)
    }
  }

  /// Where the content begins.
  package var contentStart: Int { BodyHead.byteCount + skippedBytes + kind.fieldBytes }

  /// Encodes head and fields, as in a body that is not extended.
  package func encoded() -> SecretBytes {
    var bytes = SecretBytes(count: BodyHead.byteCount + kind.fieldBytes)
    bytes.withMutableBytes { bytes in
      var offset = 0
      bytes.store(kind.number, at: &offset)
      bytes.store(UInt32(peerSeen), at: &offset)
      bytes.store(UInt32(previousEnd), at: &offset)
      bytes.store(UInt32(sentBefore), at: &offset)
      guard case .file(let name) = kind else { return }
      bytes.store(UInt16(name.bytes.count), at: &offset)
      bytes.store(name.bytes.span, at: &offset)
    }
    return bytes
  }
}

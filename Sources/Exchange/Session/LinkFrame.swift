internal import Pad
internal import Primitives

/// What one frame carries (vernam-exchange(7), "FRAMES"). On the wire a frame is
///
///     be16 n ‖ AES-256-GCM(kind 1 ‖ content), n bytes ‖ tag 16
///
/// with the sending end's key, nonce = 4 zero bytes ‖ be64 counter, and AAD = be16 n. The counter
/// starts at 0 and counts the frames of that direction.
enum LinkFrame: Equatable, Sendable {
  /// Nothing: the sender is there.
  case ping
  /// A whole packet. It may come between the pieces of another one.
  case packet([UInt8])
  /// The next bytes of a longer packet. `rest`: how many follow it; 0 if the packet is complete.
  case piece([UInt8], rest: Int)
  case receipt([UInt8])
  /// The sender ends the connection, and calls again only if told to.
  case bye

  static let lengthBytes = 2
  static let restBytes = 8
  /// The most bytes of a packet in one frame that this program sends; any frame may be as long as
  /// its length field can say.
  static let pieceBytes = 32 << 10

  /// Kind and content.
  var text: [UInt8] {
    switch self {
    case .ping: [0]
    case .piece(let bytes, let rest): [1] + UInt64(rest).bigEndianBytes + bytes
    case .packet(let bytes): [2] + bytes
    case .receipt(let bytes): [3] + bytes
    case .bye: [4]
    }
  }

  /// Nil if no end that keeps to the manual sends this.
  init?(_ text: [UInt8]) {
    guard let kind = text.first else { return nil }
    let content = Array(text.dropFirst())
    switch kind {
    case 0 where content.isEmpty: self = .ping
    case 1 where content.count > LinkFrame.restBytes:
      let rest = UInt64(bigEndianBytes: content[..<LinkFrame.restBytes])
      guard let rest = Int(exactly: rest) else { return nil }
      self = .piece(Array(content[LinkFrame.restBytes...]), rest: rest)
    case 2 where !content.isEmpty: self = .packet(content)
    case 3 where content.count == 16: self = .receipt(content)
    case 4 where content.isEmpty: self = .bye
    default: return nil
    }
  }
}

/// A cipher that seals the frames of one direction, in order: the counter never repeats under a key.
struct FrameSealer: ~Copyable {
  private let key: SecretBytes
  private var cipher = AES256GCM()
  private var counter: UInt64 = 0

  init(key: Span<UInt8>) { self.key = SecretBytes(copying: key) }

  /// The frame as it is on the wire.
  mutating func seal(_ frame: LinkFrame) -> [UInt8] { seal(text: frame.text) }

  /// The same for any kind and content.
  mutating func seal(text: [UInt8]) -> [UInt8] {
    let length = UInt16(text.count).bigEndianBytes
    var bytes = length + [UInt8](repeating: 0, count: text.count + AES256GCM.tagBytes)
    let nonce = AES256GCM.nonce(counter)
    counter += 1
    var span = bytes.mutableSpan
    key.withBytes {
      cipher.seal(
        text.span, key: $0, nonce: nonce, authenticating: length, into: &span,
        at: LinkFrame.lengthBytes)
    }
    return bytes
  }
}

/// A cipher that opens the frames of one direction, in order.
struct FrameOpener: ~Copyable {
  private let key: SecretBytes
  private var cipher = AES256GCM()
  private var counter: UInt64 = 0

  init(key: Span<UInt8>) { self.key = SecretBytes(copying: key) }

  /// Bytes after the length field; nil if no frame is that long.
  static func sealedBytes(_ length: [UInt8]) -> Int? {
    let count = Int(length[0]) << 8 | Int(length[1])
    return count == 0 ? nil : count + AES256GCM.tagBytes
  }

  /// Opens what follows the length field; nil if it does not verify, or makes no sense.
  mutating func open(_ sealed: [UInt8], length: [UInt8]) -> LinkFrame? {
    let nonce = AES256GCM.nonce(counter)
    counter += 1
    var text = [UInt8](repeating: 0, count: sealed.count - AES256GCM.tagBytes)
    var span = text.mutableSpan
    let isGenuine = key.withBytes { key in
      cipher.open(sealed.span, key: key, nonce: nonce, authenticating: length, into: &span)
    }
    return isGenuine ? LinkFrame(text) : nil
  }
}

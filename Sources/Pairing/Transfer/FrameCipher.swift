internal import Pad
internal import Primitives

/// A cipher that seals or opens the frames of one direction, in order. A key belongs to one
/// direction of one session, and the counter never repeats under it.
struct FrameCipher: ~Copyable {
  private let key: SecretBytes
  private let transcript: [UInt8]
  private var counter: UInt64 = 0
  private var cipher = AES256GCM()

  init(key: Span<UInt8>, transcript: [UInt8]) {
    self.key = SecretBytes(copying: key)
    self.transcript = transcript
  }

  /// Bytes of a frame whose text has `count`.
  static func frameBytes(_ count: Int) -> Int { 1 + count + AES256GCM.tagBytes }

  /// Returns the whole frame, as it is on the wire.
  mutating func seal(_ kind: FrameKind, _ text: Span<UInt8>) -> [UInt8] {
    var frame = [UInt8](repeating: kind.rawValue, count: FrameCipher.frameBytes(text.count))
    let (nonce, data) = next(kind)
    var span = frame.mutableSpan
    key.withBytes {
      cipher.seal(text, key: $0, nonce: nonce, authenticating: data, into: &span, at: 1)
    }
    return frame
  }

  /// Returns the text of a frame, given what follows its kind; nil if it does not verify.
  mutating func open(_ kind: FrameKind, _ sealed: Span<UInt8>) -> SecretBytes? {
    var text = SecretBytes(count: sealed.count - AES256GCM.tagBytes)
    let (nonce, data) = next(kind)
    let isGenuine = key.withBytes { key in
      text.withMutableBytes {
        cipher.open(sealed, key: key, nonce: nonce, authenticating: data, into: &$0)
      }
    }
    return isGenuine ? consume text : nil
  }

  private mutating func next(_ kind: FrameKind) -> (nonce: [UInt8], data: [UInt8]) {
    defer { counter += 1 }
    let data = transcript + counter.bigEndianBytes + [kind.rawValue]
    return (AES256GCM.nonce(counter), data)
  }
}

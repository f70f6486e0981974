internal import Pad
internal import Primitives

/// Bytes that are XORed into material from beginning to end.
protocol MaterialPart: AnyObject {
  /// XORs the next bytes into `bytes`, from the start, and returns how many; fewer only at the end.
  func add(to bytes: inout MutableSpan<UInt8>) throws(EntropyError) -> Int
}

/// A 32-byte key, expanded without end by AES-256 in counter mode.
final class KeyStream: MaterialPart {
  private let key: SecretBytes
  private var cipher = AES256CTR()
  /// Blocks of 16 bytes used so far.
  private var block: UInt64 = 0

  init(_ key: consuming SecretBytes) {
    precondition(key.count == 32)
    self.key = key
  }

  /// A call whose size is not a multiple of 16 discards the rest of its last block.
  func add(to bytes: inout MutableSpan<UInt8>) -> Int {
    var counter = [UInt8](repeating: 0, count: 16)
    for place in 0..<8 {
      counter[15 - place] = UInt8(truncatingIfNeeded: block >> UInt64(8 * place))
    }
    key.withBytes { cipher.combine(key: $0, counter: counter.span, with: &bytes) }
    block += UInt64((bytes.count + 15) / 16)
    return bytes.count
  }

  /// Fresh bytes of the stream.
  func bytes(_ count: Int) -> SecretBytes {
    var bytes = SecretBytes(count: count)
    bytes.withMutableBytes { _ = add(to: &$0) }
    return bytes
  }
}

/// Bytes already in memory.
final class FixedPart: MaterialPart {
  private let bytes: SecretBytes
  private let count: Int
  private var used = 0

  /// The first `count` bytes.
  init(_ bytes: consuming SecretBytes, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  func add(to target: inout MutableSpan<UInt8>) -> Int {
    let next = min(target.count, count - used)
    bytes.withBytes { target.xor($0.extracting(used..<used + next)) }
    used += next
    return next
  }
}

// Invariant 5, without showing how much of a locked vault was used: spent chunks are overwritten
// not with zeros but with bytes that look sealed. The root key tells them from damaged ones.
internal import Pad
internal import Primitives

/// The bytes that overwrite a pad's spent chunks: AES-256-CTR under HKDF(root key, "vernam/1 wiped"
/// ‖ pad id), counting from the offset in the file divided by 16.
final class WipeStream {
  private static let blockBytes = 16

  private let key: SecretBytes
  private var cipher = AES256CTR()

  init(of id: PadID, rootKey: borrowing SecretBytes) {
    let info = Array("vernam/1 wiped".utf8) + id.bytes
    key = rootKey.withBytes {
      HKDF.derive(from: $0, salt: [UInt8]().span, info: info.span, count: AES256GCM.keyBytes)
    }
  }

  /// Replaces bytes of the file that begin at `offset` with the stream.
  func fill(_ bytes: inout MutableSpan<UInt8>, at offset: Int) {
    // Chunks and pages are whole blocks.
    precondition(offset.isMultiple(of: WipeStream.blockBytes))
    let block = UInt64(offset / WipeStream.blockBytes).bigEndianBytes
    let counter = [UInt8](repeating: 0, count: 8) + block
    key.withBytes { cipher.fill(&bytes, key: $0, counter: counter.span) }
  }
}

internal import Pad
internal import Primitives
internal import Vault

/// The keys of one connection's frames, one for each direction: HKDF-SHA256 of the link key, with
/// both nonces as salt.
final class FrameKeys: Sendable {
  private static let info = Array("vernam/1 link frames".utf8)
  private static let keyBytes = 32

  private let keys: SecretBytes
  private let isCaller: Bool

  /// `nonces`: the caller's, then the listener's.
  init(_ key: LinkKey, nonces: [UInt8], isCaller: Bool) {
    keys = key.withBytes {
      HKDF.derive(
        from: $0, salt: nonces.span, info: FrameKeys.info.span, count: 2 * FrameKeys.keyBytes)
    }
    self.isCaller = isCaller
  }

  /// The cipher for frames that this end sends; for one writer.
  func sealing() -> FrameSealer { withKey(first: isCaller) { FrameSealer(key: $0) } }

  /// The cipher for frames that this end receives; for one reader.
  func opening() -> FrameOpener { withKey(first: !isCaller) { FrameOpener(key: $0) } }

  /// The first key is for what the caller sends.
  private func withKey<Result: ~Copyable>(
    first isFirst: Bool, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let start = isFirst ? 0 : FrameKeys.keyBytes
    return keys.withBytes { body($0.extracting(start..<start + FrameKeys.keyBytes)) }
  }
}

package import Pad
internal import Synchronization

/// A secret on its way from one place to another, which takes it out, or copies it.
package final class SecretHandoff: Sendable {
  /// Bytes of the secret.
  package let count: Int
  private let content: Mutex<SecretBytes?>

  package init(_ secret: consuming sending SecretBytes) {
    count = secret.count
    content = Mutex(consume secret)
  }

  /// A copy, for what is shown more than once; nil if it was taken out already.
  package func copy() -> SecretBytes? {
    content.withLock { content in
      guard content != nil else { return nil }
      return content?.withBytes { SecretBytes(copying: $0) }
    }
  }

  /// Nil if it was taken out already.
  package func take() -> SecretBytes? { content.withLock { $0.take() } }
}

package import Pad
internal import Synchronization

/// A secret on its way from one thread to another, which takes it out.
package final class SecretHandoff: Sendable {
  /// Bytes of the secret.
  let count: Int
  private let content: Mutex<SecretBytes?>

  package init(_ secret: consuming sending SecretBytes) {
    count = secret.count
    content = Mutex(consume secret)
  }

  /// Nil if it was taken out already.
  package func take() -> SecretBytes? { content.withLock { $0.take() } }
}

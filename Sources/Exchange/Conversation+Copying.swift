internal import Synchronization
package import System
package import Vault

extension Conversation {
  /// The packet of a message that the other end has not confirmed, to be carried another way; nil
  /// if it was confirmed or removed meanwhile. It stays in the outbox.
  package func packet(_ number: Int) throws(VaultError) -> FileBytes? {
    let entry = state.withLock { $0.waiting.first { $0.number == number }?.entry }
    return try entry.flatMap { entry throws(VaultError) in try vault.packet(entry) }
  }
}

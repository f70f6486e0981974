import Synchronization
import Vault

/// Warnings that a vault gave.
final class Said: Sendable {
  private let warnings = Mutex<[VaultWarning]>([])

  var all: [VaultWarning] { warnings.withLock { $0 } }

  func add(_ warning: VaultWarning) { warnings.withLock { $0.append(warning) } }

  /// Returns all warnings and forgets them.
  func take() -> [VaultWarning] {
    warnings.withLock { warnings in
      defer { warnings = [] }
      return warnings
    }
  }
}
